/**
 * The JSON that commands print, written out by hand: `docs/json.md` describes it, and a test holds
 * the two together.
 *
 * Domain types are not wire types. Names here are in snake_case, what is absent is `null` so that
 * every key is always there, instants are texts in UTC; none of it changes because a type inside
 * does.
 */

import type {
  About,
  BootContext,
  CheckReport,
  DoctorReport,
  Forgotten,
  Hit,
  IndexReport,
  initBrain,
  LinkLine,
  LinkReport,
  Listed,
  Listing,
  Message,
  Past,
  SearchReport,
  SettingLine,
  Shown,
  StaleReport,
  setupProject,
  Uninstalled,
  Written,
} from '../index.js'
import {BrainError} from '../index.js'

/** `brain boot`, `brain recall`. */
export function bootWire(context: BootContext) {
  return {
    budget: context.budget,
    tokens: context.tokens,
    tokenizer: context.tokenizer,
    held_at: context.heldAt,
    text: context.text,
    layers: context.layers.map(({brain, name, allowance, tokens}) => ({
      brain: brain ?? null,
      name,
      allowance,
      tokens,
    })),
    ledger: context.ledger.map(({brain, layer, source, tokens, estimated, carried, reason}) => ({
      brain: brain ?? null,
      layer,
      source,
      tokens,
      estimated,
      carried,
      reason,
    })),
    messages: context.messages.map(messageWire),
  }
}

/** One memory of a listing. */
export function listedWire(listed: Listed) {
  return {
    id: listed.id,
    path: listed.path,
    line: listed.line,
    title: listed.title,
    role: listed.role,
    wing: listed.wing ?? null,
    room: listed.room ?? null,
    hall: listed.hall ?? null,
    key: listed.key ?? null,
    importance: listed.importance,
    pinned: listed.pinned,
    standing: listed.standing,
    stale: listed.stale,
    unreadable: listed.unreadable,
    valid_from: listed.validFrom ?? null,
    valid_until: listed.validUntil ?? null,
    closed_by: listed.closedBy ?? null,
    trusted_until: listed.trustedUntil ?? null,
  }
}

/** `brain list`. */
export function listingWire({heldAt, total, memories}: Listing) {
  return {held_at: heldAt, total, memories: memories.map(listedWire)}
}

/** `brain stale`. */
export function staleWire({heldAt, memories}: StaleReport) {
  return {held_at: heldAt, memories: memories.map(listedWire)}
}

/** `brain search`. */
export function searchWire(report: SearchReport) {
  return {
    query: report.query,
    total: report.total,
    stale_index: report.staleIndex,
    offset: report.offset,
    limit: report.limit,
    held_at: report.heldAt,
    behind: report.behind,
    instead: report.instead,
    hits: report.hits.map(hitWire),
    messages: report.messages.map(messageWire),
  }
}

/** One hit of a search. */
export function hitWire(hit: Hit) {
  const {words, meaning, note, neighbours, freshness, importance, exact, standing} = hit.parts
  return {
    path: hit.path,
    lines: [...hit.lines],
    title: hit.title,
    snippet: hit.snippet,
    match: hit.match,
    score: hit.score,
    parts: {words, meaning, note, neighbours, freshness, importance, exact, standing},
    standing: hit.standing,
    stale: hit.stale,
    unreadable: hit.unreadable,
    missing: hit.missing,
    ...(hit.reranked === undefined ? {} : {reranked: hit.reranked}),
    id: hit.id,
    matched: [...hit.matched],
  }
}

/** `brain about`. */
export function aboutWire({hits, text, tokens, messages}: About) {
  return {
    tokens,
    text,
    hits: hits.map(({name, id, path, lines, title, score}) => {
      return {name, id, path, lines: [...lines], title, score}
    }),
    messages: messages.map(messageWire),
  }
}

/** `brain index`. */
export function indexWire(report: IndexReport) {
  return {
    notes: report.notes,
    chunks: report.chunks,
    bytes: report.bytes,
    changed: report.changed,
    removed: report.removed,
    redone: report.redone,
    held: report.held,
    behind: report.behind,
    milliseconds: report.milliseconds,
    messages: report.messages.map(messageWire),
  }
}

/** `brain doctor`. */
export function doctorWire({notes, chunks, findings, well}: DoctorReport) {
  return {
    notes,
    chunks,
    well,
    findings: findings.map(({what, path, mended, hint}) => ({
      what,
      path: path ?? null,
      mended,
      hint: hint ?? null,
    })),
  }
}

/** `brain links`. */
export function linksWire(report: LinkReport) {
  return {
    id: report.id,
    path: report.path,
    title: report.title,
    out: report.out.map(linkWire),
    in: report.in.map(linkWire),
  }
}

function linkWire({path, line, kind, target, label, to, candidates}: LinkLine) {
  return {
    path,
    line,
    kind,
    target,
    label: label ?? null,
    to: to ?? null,
    candidates: [...candidates],
  }
}

/** `brain show`. */
export function shownWire(shown: Shown) {
  return {
    ...listedWire(shown),
    text: shown.text,
    messages: shown.messages.map(messageWire),
    revisions: shown.revisions.map(revisionWire),
  }
}

/** `brain history`. */
export function pastWire({id, path, revisions, more}: Past) {
  return {
    id,
    path,
    more,
    revisions: revisions.map((revision) => ({
      ...revisionWire(revision),
      text: revision.text ?? null,
    })),
  }
}

function revisionWire(revision: Shown['revisions'][number]) {
  return {
    id: revision.id,
    recorded_at: new Date(revision.recorded).toISOString().replace('.000Z', 'Z'),
    subject: revision.subject,
    author: revision.author,
    agent: revision.agent ?? null,
    session: revision.session ?? null,
    paths: [...revision.paths],
  }
}

/** Something to tell a file's author. */
export function messageWire({rule, severity, path, place, reason, hint}: Message) {
  return {
    rule,
    severity,
    path,
    line: place?.line ?? null,
    column: place?.column ?? null,
    reason,
    hint: hint ?? null,
  }
}

/** `brain check`. */
export function checkWire({notes, errors, warnings, messages}: CheckReport) {
  return {notes, errors, warnings, messages: messages.map(messageWire)}
}

/** Every command that writes to the brain. */
export function writtenWire(written: Written) {
  return {
    id: written.id,
    changed: written.changed,
    paths: [...written.paths],
    closed: [...written.closed],
    committed: written.committed,
    why: written.why ?? null,
    detail: written.detail ?? null,
    messages: written.messages.map(messageWire),
  }
}

/** `brain forget`. */
export function forgottenWire(forgotten: Forgotten) {
  return {...writtenWire(forgotten), kept_by: [...forgotten.keptBy]}
}

/** `brain config list`. */
export function settingsWire(lines: readonly SettingLine[]) {
  return {
    settings: lines.map(({key, value, default: fallback, origin}) => ({
      key,
      value: value ?? null,
      default: fallback ?? null,
      origin,
    })),
  }
}

/** `brain trust`. */
export function trustWire(root: string, trusted: boolean) {
  return {root, trusted}
}

/** `brain completion`. */
export function completionWire(shell: string, script: string) {
  return {shell, script}
}

/** `brain init`. */
export function initialisedWire(made: Awaited<ReturnType<typeof initBrain>>) {
  return {
    root: made.root,
    template: made.template ?? null,
    changed: made.changed,
    paths: [...made.paths],
    kept: [...made.kept],
    notes: made.notes,
    repository: made.repository,
    when_quiet: made.whenQuiet,
    committed: made.committed,
    why: made.why ?? null,
    detail: made.detail ?? null,
  }
}

/** `brain setup`. */
export function setupWire(plan: Awaited<ReturnType<typeof setupProject>>) {
  return {
    project: plan.project,
    brain: plan.brain,
    block: plan.block,
    targets: plan.targets.map(({path, of, action, reason}) => ({
      path,
      of,
      action,
      reason: reason ?? null,
    })),
    applied: plan.applied,
    paths: [...plan.paths],
  }
}

/** `brain uninstall`. */
export function uninstalledWire({removed}: Uninstalled, hooks: readonly string[]) {
  return {removed: [...removed], hooks: [...hooks]}
}

/** What stopped a command: written to standard error. */
export function failureWire(error: unknown) {
  if (error instanceof BrainError) {
    const {code, message, hint, data} = error
    return {error: {code, message, hint: hint ?? null, data}}
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const hint = 'this is a fault of the program; please report it with the command you ran'
  return {error: {code: 'fault', message, hint, data: {}}}
}
