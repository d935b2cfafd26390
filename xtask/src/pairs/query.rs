//! `query`: reads a pair file and writes an answer file, line by line and in order.

use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clinch_testkit::pair_file::{AnswerLine, numbered_queries, write_line};

use super::answer::{Precision, answer};
use crate::check::Workspace;
use crate::inspector::page::{self, Pairs};

/// Lines that the inspector's page is written with. Larger: a list too long to scroll, and a page
/// that opens slowly.
const MAX_INSPECTED: usize = 500;

/// Answers the pair file on standard input, one line per query, on standard output
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Answer in f64 instead of f32
    #[arg(long)]
    pub(crate) f64: bool,
    /// Also write the inspector's page with these pairs, which shows each query step by step
    #[arg(long, value_name = "FILE")]
    inspect: Option<PathBuf>,
}

/// Answers every line. The exit status is a failure if an answer is an error.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let precision = if args.f64 { Precision::F64 } else { Precision::F32 };
    let output = BufWriter::new(io::stdout().lock());
    let errors = if let Some(file) = &args.inspect {
        let mut input = Vec::new();
        io::stdin().lock().read_to_end(&mut input).context("the pair file cannot be read")?;
        let errors = answer_all(&input[..], output, precision)?;
        inspect(file, &input, args.f64)?;
        errors
    } else {
        answer_all(io::stdin().lock(), output, precision)?
    };
    if errors > 0 {
        eprintln!("query: {errors} lines have no answer");
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the inspector's page with the lines of a pair file. It says why a line is not shown.
fn inspect(file: &Path, input: &[u8], f64: bool) -> anyhow::Result<()> {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).take(MAX_INSPECTED).map(str::to_owned).collect();
    let count = lines.len();
    page::write(&Workspace::read()?, file, &Pairs { lines, f64 })?;
    eprintln!("query: {} shows {count} pairs step by step", file.display());
    Ok(())
}

fn answer_all(input: impl io::BufRead, mut output: impl Write, precision: Precision) -> io::Result<usize> {
    let mut errors = 0;
    for (number, line) in numbered_queries(input) {
        let line = match line {
            Ok(query) => match answer(&query, precision) {
                AnswerLine::Error(error) => AnswerLine::Error(error.on_line(number)),
                line => line,
            },
            Err(damaged) => AnswerLine::Error(damaged.answer()),
        };
        errors += usize::from(matches!(line, AnswerLine::Error(_)));
        write_line(&mut output, &line)?;
    }
    output.flush()?;
    Ok(errors)
}

#[cfg(test)]
mod tests {
    use super::{Precision, answer_all};
    use clinch_testkit::pair_file::{AnswerLine, read_answers};

    const FILE: &str = r#"{"id":"apart","dim":3,"query":"contact","a":{"type":"sphere","radius":1},"b":{"type":"box","half":[1,1,1]},"pose_b":{"t":[3,0,0]}}
{"id":"negative","dim":3,"query":"contact","a":{"type":"sphere","radius":-1},"b":{"type":"sphere","radius":1}}
{"id":"cut","dim":3,"query":"con
{"id":"cast","dim":2,"query":"shape_cast","a":{"type":"circle","radius":1},"b":{"type":"circle","radius":1},"pose_b":{"t":[5,0]},"vel_a":[1,0],"vel_b":[-0.5,0]}
{"id":"ray","dim":3,"query":"ray_cast","a":{"type":"sphere","radius":1},"origin":[0,0,-5],"dir":[0,0,2],"max_toi":3}
{"id":"shadow","dim":2,"query":"shadow_cast","a":{"type":"circle","radius":1},"b":{"type":"circle","radius":1}}
{"id":"unknown","dim":2,"query":"contact","a":{"type":"blob"},"b":{"type":"circle","radius":1}}
{"id":"pose","dim":2,"query":"contact","a":{"type":"circle","radius":1},"b":{"type":"circle","radius":1},"pose_b":{"t":[0,0],"c":0,"s":0}}
{"id":"resting","dim":2,"query":"contact","prediction":0.1,"a":{"type":"box","half":[1,1]},"b":{"type":"box","half":[1,1]},"pose_b":{"t":[0.5,2]}}
"#;

    #[test]
    fn every_line_is_answered_in_order_and_errors_have_a_kind() {
        for precision in [Precision::F32, Precision::F64] {
            let mut out = Vec::new();
            let errors = answer_all(FILE.as_bytes(), &mut out, precision).unwrap();
            let lines: Vec<AnswerLine> = read_answers(&out[..]).map(Result::unwrap).collect();
            let ids: Vec<_> = lines.iter().map(|line| line.id().unwrap()).collect();
            assert_eq!(ids, ["apart", "negative", "cut", "cast", "ray", "shadow", "unknown", "pose", "resting"]);
            let kinds: Vec<&str> = lines
                .iter()
                .map(|line| if let AnswerLine::Error(error) = line { error.error.split(':').next().unwrap() } else { "" })
                .collect();
            assert_eq!(kinds, ["", "construct", "parse", "", "", "unsupported", "unsupported", "construct", ""]);
            assert_eq!(errors, 5);

            let AnswerLine::Contact(apart) = &lines[0] else { panic!("an answer") };
            assert_eq!((apart.intersects, apart.distance, apart.depth), (false, 1.0, None));
            let AnswerLine::Cast(cast) = &lines[3] else { panic!("an answer") };
            let points = [cast.normal, cast.point_a, cast.point_b].map(|coords| coords.unwrap().as_slice().to_vec());
            assert_eq!((cast.hit, cast.toi, points), (true, Some(2.0), [vec![1.0, 0.0], vec![3.0, 0.0], vec![3.0, 0.0]]));
            let AnswerLine::Cast(ray) = &lines[4] else { panic!("an answer") };
            assert_eq!((ray.hit, ray.toi, ray.normal.unwrap().as_slice()), (true, Some(2.0), &[0.0, 0.0, -1.0][..]));
            let AnswerLine::Contact(resting) = &lines[8] else { panic!("an answer") };
            assert!(resting.intersects && resting.depth == Some(0.0), "touching is touching: {resting:?}");
            let manifold = resting.manifold.as_ref().unwrap();
            assert_eq!((manifold.n.as_slice(), manifold.points.len()), (&[0.0, 1.0][..], 2));
        }
    }

    /// What is printed for composite shapes: parts, all manifolds, repairs, and errors with their
    /// line.
    #[test]
    fn answers_about_composite_shapes() {
        let mut out = Vec::new();
        let file = include_str!("../../tests/pairs/composite.jsonl");
        assert_eq!(answer_all(file.as_bytes(), &mut out, Precision::F32).unwrap(), 7);
        let expected = include_str!("../../tests/pairs/composite_answers.jsonl");
        for (line, expected) in String::from_utf8(out).unwrap().lines().zip(expected.lines()) {
            assert_eq!(line, expected);
        }
        assert_eq!(file.lines().count(), expected.lines().count());
    }
}
