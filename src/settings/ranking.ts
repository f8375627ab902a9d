/** By which law the hits of a search are ordered; what the laws are stands in `rank/law.ts`. */

export const RANKINGS = ['usual', 'meaning-time-importance'] as const

export type Ranking = (typeof RANKINGS)[number]
