#!/usr/bin/env python3
"""Reads a Harbor job directory the plainest way there is, as a second opinion for the tests of the harbor adapter.

    naive-harbor-reader.py DIR...     prints one JSON object: {job directory: {"job": ..., "trials": {name: ...}}}

A directory given may be one job, or a directory of trials without job-level files.
Only json.load of Harbor's own files; nothing of the project is imported, on purpose.
"""

import json
import os
import sys
from datetime import datetime, timedelta, timezone


def load(*path):
    try:
        with open(os.path.join(*path), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def utc_ms(text):
    """Milliseconds since 1970; a time without a zone is this machine's local time."""
    if not text:
        return None
    time = datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)
    return (time - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(milliseconds=1)


def contexts(result):
    if result.get("agent_result"):
        return [result["agent_result"]]
    return [s["agent_result"] for s in result.get("step_results") or [] if s.get("agent_result")]


def tokens(result):
    """Sums over steps; where a context counts more cached than input tokens its input leaves the cached ones out."""
    seen = False
    total = {"input": 0, "cachedInput": 0, "output": 0}
    for context in contexts(result):
        n_input, n_cache, n_output = (context.get(f"n_{k}_tokens") for k in ("input", "cache", "output"))
        if n_input is None and n_cache is None and n_output is None:
            continue
        seen = True
        n_input, n_cache, n_output = n_input or 0, n_cache or 0, n_output or 0
        total["input"] += n_input + n_cache if n_cache > n_input else n_input
        total["cachedInput"] += n_cache
        total["output"] += n_output
    return total if seen else None


def read_trial(directory):
    result = load(directory, "result.json")
    if not isinstance(result, dict):
        return {"ended": False}
    steps = result.get("step_results") or []
    verified = result.get("verifier_result") or (steps[-1].get("verifier_result") if steps else None) or {}
    rewards = verified.get("rewards") or {}
    exceptions = [result.get("exception_info")] + [s.get("exception_info") for s in steps]
    exception = next((e for e in exceptions if e), None)
    reward = rewards.get("reward", max(rewards.values()) if rewards else None)
    costs = [c["cost_usd"] for c in contexts(result) if c.get("cost_usd") is not None]
    started, finished = utc_ms(result.get("started_at")), utc_ms(result.get("finished_at"))
    if started and finished and finished < started:
        finished = None
    return {
        "ended": True,
        "task": result["task_name"],
        "agent": result["agent_info"]["name"],
        "model": result["config"]["agent"].get("model_name"),
        "rewards": rewards,
        "reward": reward,
        "verdict": "none" if reward is None else "pass" if reward >= 1 - 1e-9 else "fail",
        "errorType": exception and exception["exception_type"],
        "errorMessage": exception and exception["exception_message"],
        "startedMs": started,
        "finishedMs": finished,
        "tokens": tokens(result),
        "costUsd": sum(costs) if costs else None,
        "nSteps": len(steps),
    }


def read_job(directory):
    trials = {}
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name)
        if os.path.isdir(path) and "__" in name:
            trials[name] = read_trial(path)
    job = load(directory, "result.json")
    stats = (job or {}).get("stats") or {}
    return {
        "job": job
        and {
            "total": job["n_total_trials"],
            "completed": stats.get("n_completed_trials", stats.get("n_trials")),
            "errored": stats.get("n_errored_trials", stats.get("n_errors")),
            "finished": job.get("finished_at") is not None,
        },
        "trials": trials,
    }


if __name__ == "__main__":
    json.dump({directory: read_job(directory) for directory in sys.argv[1:]}, sys.stdout, indent=1)
