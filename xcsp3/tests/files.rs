//! Tests of variables, objectives, names, and errors in files.

use proptest::prelude::*;
use solver_core::prelude::{Goal, ModelError, Outcome};
use xcsp3::read;

const FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- A file with a little of everything. -->
<instance format="XCSP3" type="COP">
  <variables>
    <var id="z" note="a number"> -2 0..3 </var>
    <var id="w" as="z"/>
    <array id="y" size="[2][3]" startIndex="1">
      <domain for="y[1][]"> 0 1 </domain>
      <domain for="y[2][2] y[2][3]"> 5..6 </domain>
    </array>
    <array id="t" size="[2]"> <domain for="t[0]"> 7 </domain> <domain for="others"> 8 </domain> </array>
  </variables>
  <constraints>
    <sum note="two ones"> <list> y[1][] </list> <condition> (eq,2) </condition> </sum>
    <group note="apart">
      <intension> ne(%0,%1) </intension>
      <args> z w </args>
      <args> y[2][] </args>
    </group>
  </constraints>
  <objectives>
    <minimize type="sum"> <list> z w t[] </list> <coeffs> 1 1 0x2 </coeffs> </minimize>
  </objectives>
  <annotations> <decision> w y[2][] </decision> </annotations>
</instance>
"#;

#[test]
fn a_file_has_variables_names_and_an_objective() -> Result<(), Box<dyn std::error::Error>> {
    let read = read(FILE)?;
    let name = |x: &_| read.model.name(*x);
    let names = read.variables.iter().map(name).collect::<Result<Vec<_>, ModelError>>()?;
    assert_eq!(names, ["z", "w", "y[1][1]", "y[1][2]", "y[1][3]", "y[2][2]", "y[2][3]", "t[0]", "t[1]"]);
    assert_eq!(read.decisions.iter().map(name).collect::<Result<Vec<_>, _>>()?, ["w", "y[2][2]", "y[2][3]"]);
    assert_eq!(read.model.count()?, Outcome::Complete(3 * 2 * 5 * 4));
    let (goal, objective) = read.objective.clone().ok_or("no objective")?;
    assert_eq!(goal, Goal::Minimize);
    let best = read.model.minimize(objective)?.complete().ok_or("no solution")?;
    assert_eq!(best.value, -2);
    let text = read.instantiation(&best.solution, Some(-2), true)?;
    assert!(text.starts_with("<instantiation type=\"optimum\" cost=\"-2\"> <list> z w y[1][1]"), "{text}");
    assert!(text.ends_with(" 7 8 </values> </instantiation>"), "{text}");
    let printed = read.model.to_string();
    assert!(printed.contains("# two ones") && printed.contains("# apart (z w)"), "{printed}");
    Ok(())
}

/// A `<precedence>` that lists no values applies to all domain values, which may have gaps.
#[test]
fn a_precedence_is_about_the_values_of_the_domains() -> Result<(), Box<dyn std::error::Error>> {
    let read = read(
        "<instance type=\"CSP\"><variables><array id=\"x\" size=\"[2]\"> 0 2 5 </array></variables>\
         <constraints> <precedence> x[] </precedence> </constraints></instance>",
    )?;
    assert_eq!(read.model.count()?, Outcome::Complete(2)); // 0 0, 0 2
    Ok(())
}

#[test]
fn an_empty_array_has_no_rows() -> Result<(), Box<dyn std::error::Error>> {
    let read = read(
        "<instance type=\"CSP\"><variables><array id=\"x\" size=\"[0]\"> 0 </array></variables>\
         <constraints> <allDifferent> <matrix> x </matrix> </allDifferent> </constraints></instance>",
    )?;
    assert_eq!(read.model.count()?, Outcome::Complete(1));
    Ok(())
}

#[test]
fn symbols_are_values() -> Result<(), Box<dyn std::error::Error>> {
    let read = read(
        r#"<instance format="XCSP3" type="CSP">
        <variables>
          <array id="light" size="[2]" type="symbolic"> green red-yellow red </array>
          <var id="red" type="symbolic"> red blue </var>
        </variables>
        <constraints>
          <extension> <list> light[] </list> <supports> (green,red)(red-yellow,*) </supports> </extension>
          <intension> and(ne(light[1],green),eq(light[1],red)) </intension>
          <intension> notin(light[0],set(red-yellow,blue)) </intension>
        </constraints></instance>"#,
    )?;
    let solution = read.model.first()?.complete().ok_or("no solution")?;
    let text = read.instantiation(&solution, None, false)?;
    // The variable `red` hides the symbol.
    assert!(
        text.ends_with("<list> light[0] light[1] red </list> <values> green red red </values> </instantiation>"),
        "{text}"
    );
    assert_eq!((read.symbol(read.variables[2], 3), read.symbol(read.variables[2], 4)), (Some("blue"), None));
    Ok(())
}

#[test]
fn objectives_of_every_type() -> Result<(), Box<dyn std::error::Error>> {
    for (objective, best) in [
        ("<maximize> add(x[0],mul(2,x[1])) </maximize>", 9),
        ("<maximize type=\"expression\"> sub(x[0],x[1]) </maximize>", 3),
        ("<minimize type=\"sum\"> x[] </minimize>", 0),
        ("<maximize type=\"minimum\"> <list> x[] </list> </maximize>", 3),
        ("<minimize type=\"maximum\"> <list> x[0] add(x[1],1) </list> </minimize>", 1),
        ("<maximize type=\"nValues\"> <list> x[] </list> </maximize>", 2),
        ("<maximize type=\"product\"> <list> x[] </list> </maximize>", 9),
    ] {
        let text = format!(
            "<instance format=\"XCSP3\" type=\"COP\"><variables><array id=\"x\" size=\"[2]\"> 0..3 </array></variables>\
             <constraints/><objectives>{objective}</objectives></instance>"
        );
        let read = read(&text)?;
        let (goal, objective) = read.objective.clone().ok_or("no objective")?;
        let found = match goal {
            Goal::Minimize => read.model.minimize(objective)?,
            Goal::Maximize => read.model.maximize(objective)?,
        };
        assert_eq!(found.complete().map(|found| found.value), Some(best), "{text}");
    }
    Ok(())
}

#[test]
fn errors_name_the_line_and_the_element() {
    let with = |constraint: &str| {
        format!(
            "<instance format=\"XCSP3\" type=\"CSP\">\n<variables> <array id=\"x\" size=\"[3]\"> 0..3 </array> </variables>\n\
             <constraints>\n{constraint}\n</constraints>\n</instance>"
        )
    };
    let variables = |text: &str| format!("<instance type=\"CSP\">\n<variables>\n{text}\n</variables>\n</instance>");
    let said: Vec<String> = [
        "<instance".to_owned(),
        "<model/>".to_owned(),
        "<instance type=\"WCSP\"/>".to_owned(),
        "<instance type=\"CSP\"/>".to_owned(),
        variables("<var id=\"x\" type=\"real\"> a b </var>"),
        variables("<var id=\"x\"> 0..infinity </var>"),
        variables("<var id=\"x\"> 0..9999999999 </var>"),
        variables("<var id=\"x\"> </var>"),
        variables("<var id=\"x\"> 1 </var>\n<var id=\"x\"> 1 </var>"),
        variables("<array id=\"x\" size=\"[99999][99999]\"> 1 </array>"),
        variables("<array id=\"x\" size=\"3\"> 1 </array>"),
        with("<allDifferent> y[] </allDifferent>"),
        with("<allDifferent> x[0] x[5] </allDifferent>"),
        with("<allDifferent> x[0..7] </allDifferent>"),
        with("<spread> x[] </spread>"),
        with("<intension> foo(x[0]) </intension>"),
        with("<intension> lt(x[0],) </intension>"),
        with("<intension> lt(x[0],1)) </intension>"),
        with(&("<block>".repeat(20_000) + &"</block>".repeat(20_000))),
        with(&format!("<intension> {}x[0]{} </intension>", "neg(".repeat(500), ")".repeat(500))),
        with("<intension reifiedBy=\"x[0]\"> eq(x[1],1) </intension>"),
        with("<sum> <list> x[] </list> <coeffs> 1 2 </coeffs> <condition> (le,3) </condition> </sum>"),
        with("<sum> <list> x[] </list> </sum>"),
        with("<sum> <list> x[] </list> <condition> (about,3) </condition> </sum>"),
        with("<sum> <list> 0x99999999 </list> <condition> (le,3) </condition> </sum>"),
        with("<extension> <list> x[0..1] </list> <supports> (1,2)(1) </supports> </extension>"),
        with("<extension> <list> x[0..1] </list> <supports> (1,ne(2)) </supports> </extension>"),
        with("<mdd> <list> x[0..1] </list> <transitions> (r,0,t) </transitions> </mdd>"),
        with("<group> <intension> eq(%0,%2) </intension> <args> x[0] </args> </group>"),
        with("<maximum> <list> </list> <condition> (eq,1) </condition> </maximum>"),
        with("<maximum> <list> x[] </list> <index> x[0] </index> <condition> (eq,1) </condition> </maximum>"),
        with("<allEqual> <list> x[] </list> <except> 0 </except> </allEqual>"),
        with("<lex> <list> x[0] </list> <list> x[1] </list> <operator> eq </operator> </lex>"),
        with("<group> <allEqual> %... </allEqual> <sum/> <args> x[] </args> </group>"),
        with("<allDifferent> <matrix> (x[0],x[1]) </matrix> <except> 0 </except> </allDifferent>"),
        with("<allDifferent> <list> x[0] </list> <list> x[1..2] </list> </allDifferent>"),
        with("<knapsack> <list> x[0] </list> <weights> 1 </weights> <condition> (le,1) </condition> <profits> 1 </profits> </knapsack>"),
        with("<flow> <list> x[0] </list> <balance> 1 -1 </balance> <arcs> (0,1) </arcs> <condition> (le,1) </condition> </flow>"),
    ]
    .iter()
    .map(|text| match read(text) {
        Ok(_) => panic!("it is read: {text}"),
        Err(error) => error.to_string(),
    })
    .collect();
    insta::assert_snapshot!(said.join("\n"));
}

proptest! {
    /// Damaged files are read or refused.
    #[test]
    fn damaged_files_do_no_harm(cuts in prop::collection::vec((0..FILE.len(), 0..4_usize, "[ -~]{0,3}"), 1..6)) {
        let mut text = FILE.as_bytes().to_vec();
        for (at, length, new) in cuts {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, new.bytes());
        }
        if let Ok(text) = String::from_utf8(text) {
            let _ = read(&text);
        }
    }
}
