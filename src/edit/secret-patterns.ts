/**
 * Keys that secretlint's recommended rules do not know, found by what their issuers put in front of
 * them.
 *
 * Only keys with an unmistakable beginning: a memory that is refused wrongly teaches people to go
 * around the check.
 */

export interface SecretPattern {
  /** What it looks like, for people. */
  readonly name: string
  /** Global. */
  readonly pattern: RegExp
}

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {name: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)(?![A-Z2-7]*EXAMPLE)[A-Z2-7]{16}\b/g},
  {name: 'a GitHub token', pattern: /\bgithub_pat_[A-Za-z0-9_]{50,255}/g},
  {name: 'an OpenAI key', pattern: /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,}/g},
  {name: 'an OpenRouter key', pattern: /\bsk-or-v1-[0-9a-f]{64}\b/g},
  {name: 'a Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g},
  {name: 'a Stripe key', pattern: /\b[sr]k_live_[0-9A-Za-z]{16,}/g},
  {name: 'a GitLab token', pattern: /\bgl(?:pat|ptt|dt|rt|cbt)-[A-Za-z0-9_-]{20,}/g},
  {name: 'a Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{34,}\b/g},
  {name: 'a Groq key', pattern: /\bgsk_[A-Za-z0-9]{52}\b/g},
  {name: 'an xAI key', pattern: /\bxai-[A-Za-z0-9]{60,}/g},
  {name: 'a Perplexity key', pattern: /\bpplx-[A-Za-z0-9]{40,}/g},
  {name: 'a Notion token', pattern: /\b(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,})\b/g},
  {name: 'a DigitalOcean token', pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g},
  {name: 'a Docker token', pattern: /\bdckr_[po]at_[A-Za-z0-9_-]{27,}/g},
  {name: 'a PyPI token', pattern: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}/g},
  {name: 'a Vault token', pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g},
  {name: 'a 1Password token', pattern: /\bops_eyJ[A-Za-z0-9+/=_-]{200,}/g},
  {name: 'a Telegram bot token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g},
  {
    name: 'a Discord webhook',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,}/g,
  },
  {name: 'an Azure storage key', pattern: /\bAccountKey=[A-Za-z0-9+/]{86}==/g},
  {
    // Also with `\n` written out, as in the JSON of a service account. A mere mention has no body; nor has
    // what somebody else says in the next turn, `**assistant:**`.
    name: 'a private key',
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?=[^-*]{0,400}?[A-Za-z0-9+/=\\\r\n]{40})/g,
  },
]

/** A stretch of text that looks like a secret; offsets in UTF-16 units, end excluded. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  /** What it looks like, `a GitHub token`. */
  readonly name: string
}

/** Finds what the patterns know in `text`. */
export function matchSecrets(text: string): readonly FoundSecret[] {
  return SECRET_PATTERNS.flatMap(({name, pattern}) =>
    [...text.matchAll(pattern)].map((match) => ({
      name,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}
