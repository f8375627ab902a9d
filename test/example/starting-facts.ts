/**
 * What an agent of the example brain's team must know when it starts on 29 November 2026, and what
 * it must never be told as if it held that day. A boot context is measured against both lists:
 * a fact is carried when its evidence stands in the text, word for word.
 */

export interface StartingFact {
  /** The fact in words, for the reader of a failed test. */
  readonly say: string
  /** A stretch of the brain's text that proves the fact was carried; it stands in one file only. */
  readonly evidence: string
}

const identity: readonly StartingFact[] = [
  {
    say: 'It is Pirol, the coding agent of the Umlauf team.',
    evidence: 'coding agent of the Umlauf team',
  },
  {say: 'Correctness goes before speed.', evidence: 'correct before I make it fast'},
  {
    say: 'It does not change production data itself; a person does.',
    evidence: 'never touch production data',
  },
]

const procedures: readonly StartingFact[] = [
  {
    say: 'A check that is red before the change is reported first.',
    evidence: 'stop and report that first',
  },
  {say: 'Rows of postings are never updated or deleted.', evidence: 'Never update or delete a row'},
  {
    say: 'Mistakes are corrected by a reversal posting.',
    evidence: 'reversal posting that names the original',
  },
  {say: 'A pull request holds one migration.', evidence: 'One migration per pull request'},
  {say: 'Migrations are rehearsed first.', evidence: 'Rehearse it on the masked dump'},
  {
    say: 'Deploys happen Monday to Thursday, from nine to three.',
    evidence: 'Only Monday to Thursday',
  },
  {say: 'Staging bakes for half an hour.', evidence: 'Staging bakes thirty minutes'},
  {
    say: 'In an incident, roll back before diagnosing.',
    evidence: 'Roll back first, diagnose second',
  },
]

const user: readonly StartingFact[] = [
  {say: 'It works for Mara Voss, who decides and merges.', evidence: 'she decides and merges'},
  {
    say: 'She wants the answer first and the evidence after it.',
    evidence: 'answer first, then the evidence',
  },
]

const facts: readonly StartingFact[] = [
  {say: 'Handhelds speak gRPC v2.', evidence: 'Handhelds speak gRPC v2'},
  {say: 'Production runs v2.32.1.', evidence: 'Production runs crate-ledger v2.32.1'},
  {
    say: 'The production database is PostgreSQL 17.',
    evidence: 'production database is PostgreSQL 17',
  },
  {say: 'Writes carry an idempotency key.', evidence: 'Every write RPC carries'},
  {say: 'Amounts are integers in the minor unit.', evidence: 'integers in the minor unit'},
  {say: 'The crate deposit is 1.50 EUR.', evidence: 'empty crate is 1.50 EUR'},
  {say: 'Partial returns are off in production.', evidence: 'partial_returns stays off'},
  {say: 'Jonas is on call through today.', evidence: 'Jonas is on call through'},
  {say: 'The Nagoya pilot ends on 31 January 2027.', evidence: 'ends on 31 January 2027'},
]

const essentials: readonly StartingFact[] = [
  {say: 'Jobs have a pool of eight connections.', evidence: 'at most eight connections'},
  {say: 'The K7 loses its clock with its battery.', evidence: 'resets its clock to 2020'},
  {say: 'A rollback takes 70 s and undoes no migration.', evidence: 'takes seventy seconds'},
  {say: 'A replay prints labels again.', evidence: 'Replaying scans reprints their labels'},
]

const recent: readonly StartingFact[] = [
  {say: 'The ring of 4.8.1 lost nothing in 48 hours.', evidence: 'zero of 6,412 scans lost'},
  {say: 'The disk of lager-2 is at 81 %.', evidence: 'lager-2 disk at 81'},
  {say: 'On Monday 4.8.1 goes to all of Nagoya.', evidence: 'widen 4.8.1 to all Nagoya'},
  {say: '4.8.1 crashed once, in the label preview.', evidence: 'One 4.8.1 crash'},
]

/** Thirty facts, in the order of the layers that should carry them. */
export const startingFacts: readonly StartingFact[] = [
  ...identity,
  ...procedures,
  ...user,
  ...facts,
  ...essentials,
  ...recent,
]

/** The first words of what is lapsed, superseded, stale or upcoming on that day. */
export const mustNotAppear: readonly string[] = [
  // Lapsed.
  'counts crates by hand',
  'pays no handling fee',
  'certificate is renewed by hand',
  'on parental leave',
  'both protocols are served',
  'zwei Kopfzeilen',
  'Keep all devices on firmware 2.12',
  'one-question survey',
  'device certificates are exchanged',
  'read-only all weekend',
  'Mara carries the pager',

  // Superseded.
  'post JSON to the REST v1',
  'Production runs crate-ledger v2.32.0',
  'Production runs crate-ledger v2.31.4',
  'midnight on the first of the month',
  'locks after eight hours',
  'POST /v1/movements',
  'ordered by the handheld',
  'ops/push.sh',
  'rounds half to even',
  'rendered at 203 dpi',

  // Stale.
  'fleet counts 171 handhelds',
  'finishes in 11 minutes',
  'lasts 9.5 hours',
  'answers the support phone',
  '38 ms at p95',
  '29.4 million rows',
  'still on 5.9',
  '夜勤責任者',
  'K7-0101 to K7-0110',

  // Upcoming.
  'joins as the tenth German one',
  'production database is PostgreSQL 18',
  'empty crate is 2.00 EUR',
  'Tomasz is on call through 6 December',
  'After the cut-over',
  'Crates issued from January on',
  'compresses operation batches',
  'year-end freeze holds',
]
