#!/usr/bin/env python3
"""Read result.json files of the edit benchmark and print what each arm's numbers must be.

A second opinion on `paddock compare --json`: standard library only, shares no code with the project, and computes
from the raw file by the plainest method. Usage: naive-edit-reader.py [NAME=]RESULT.json [NAME=]RESULT.json …
The first file is the reference. Without NAME an arm is called by the folder that its file stands in.
"""
import json
import os
import sys
from fractions import Fraction

# Ended without a verdict through no fault of the agent.
MISSING = {"provider", "auth", "not-installed", "verifier", "cancelled"}


def outcome(run):
    if run.get("success") is True:
        return "pass"
    if run.get("failureCategory") in MISSING:
        return "missing"
    return "fail"


def mean(values):
    values = list(values)
    return float(sum(values, Fraction(0)) / len(values)) if values else None


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def tasks_of(result):
    """Task id -> outcomes in the order of runIndex."""
    tasks = {}
    for task in result["tasks"]:
        runs = sorted(task["runs"], key=lambda run: run["runIndex"])
        if runs:
            tasks[task["id"]] = [outcome(run) for run in runs]
    return tasks


def rate(outcomes):
    decided = [o for o in outcomes if o != "missing"]
    return Fraction(decided.count("pass"), len(decided)) if decided else None


def arm_figures(name, result):
    tasks = tasks_of(result)
    flat = [o for outcomes in tasks.values() for o in outcomes]
    rates = [r for r in map(rate, tasks.values()) if r is not None]
    passes_when = lambda good: mean(
        Fraction(sum(o in good for o in outcomes), len(outcomes)) for outcomes in tasks.values()
    )
    runs = [run for task in result["tasks"] for run in task["runs"]]
    costs = [run.get("costUsd") for run in runs]
    return {
        "arm": name,
        "planned": result.get("summary", {}).get("plannedRuns"),
        "ended": len(flat),
        "n": len(rates),
        "attempts": sum(o != "missing" for o in flat),
        "pass": flat.count("pass"),
        "fail": flat.count("fail"),
        "missing": flat.count("missing"),
        "passRate": mean(rates),
        "strict": passes_when({"pass"}),
        "bounds": [passes_when({"pass"}), passes_when({"pass", "missing"})],
        "costUsd": None if None in costs else sum(costs),
        "tasks": {
            task: {"passes": o.count("pass"), "decided": len(o) - o.count("missing")} for task, o in sorted(tasks.items())
        },
    }


def compared(reference, arm):
    """Paired on the tasks that both decided; a task counts for the side with the higher rate."""
    ours, theirs = tasks_of(arm), tasks_of(reference)
    shared = sorted(t for t in ours if t in theirs and rate(ours[t]) is not None and rate(theirs[t]) is not None)
    pairs = [(rate(theirs[t]), rate(ours[t])) for t in shared]
    half = Fraction(1, 2)
    return {
        "shared": len(shared),
        "delta": mean(b - a for a, b in pairs),
        "bothPass": sum(a == b and a >= half for a, b in pairs),
        "bothFail": sum(a == b and a < half for a, b in pairs),
        "onlyReference": sum(a > b for a, b in pairs),
        "onlyArm": sum(b > a for a, b in pairs),
    }


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    arms = []
    for argument in arguments:
        name, equals, path = argument.partition("=")
        if not equals:
            path = argument
            name = os.path.basename(os.path.dirname(os.path.abspath(path)))
        arms.append((name, read(path)))
    reference = arms[0]
    print(
        json.dumps(
            {
                "reference": reference[0],
                "arms": [arm_figures(name, result) for name, result in arms],
                "comparisons": [{"arm": name, **compared(reference[1], result)} for name, result in arms[1:]],
            },
            indent=2,
        )
    )


main(sys.argv[1:])
