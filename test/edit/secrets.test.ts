import {describe, expect, test} from 'vitest'
import type {Plan} from '../../src/edit/edit.js'
import {land} from '../../src/edit/land.js'
import {findNewSecrets, findSecrets, withoutSecrets} from '../../src/edit/secrets.js'
import {notePath} from '../../src/ground/note-path.js'
import {GitBox} from '../support/git-box.js'

// Put together here, so that no scanner takes this file for a leak.
const mixed = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'
const hex = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
const pem = (kind: string) =>
  `-----BEGIN ${kind}-----\n${mixed}${mixed.slice(0, 28)}\n${mixed}\n-----END ${kind}-----`

const PLANTED: Readonly<Record<string, string>> = {
  'AWS access key': `AKIA${'QXJ7K2LMNOP4RSTU'}`,
  'AWS secret': `AWS_SECRET_ACCESS_KEY=${mixed}abcd`,
  'GitHub classic': `ghp_${mixed}`,
  'GitHub OAuth': `gho_${mixed}`,
  'GitHub app': `ghs_${mixed}`,
  'GitHub fine-grained': `github_pat_11ABCDEFG0aBcDeFgHiJkL_${mixed}${mixed.slice(0, 23)}`,
  'Slack bot': `xoxb-123456789012-1234567890123-${mixed.slice(0, 24)}`,
  'Slack app': `xapp-1-A01234567-1234567890123-${hex}${hex}`,
  'Slack webhook': `https://hooks.slack.com/services/T01234567/B01234567/${mixed.slice(0, 24)}`,
  'RSA key': pem('RSA PRIVATE KEY'),
  'EC key': pem('EC PRIVATE KEY'),
  'OpenSSH key': pem('OPENSSH PRIVATE KEY'),
  'PKCS8 key': pem('PRIVATE KEY'),
  'encrypted key': pem('ENCRYPTED PRIVATE KEY'),
  'PGP key': pem('PGP PRIVATE KEY BLOCK').replace('\n', '\nVersion: GnuPG v2\n\n'),
  'service account': JSON.stringify({private_key: pem('PRIVATE KEY')}),
  'OpenAI old': `sk-${mixed.slice(0, 20)}T3BlbkFJ${mixed.slice(0, 20)}`,
  'OpenAI project': `sk-proj-${mixed}${mixed}T3BlbkFJ${mixed}${mixed}`,
  'OpenAI service': `sk-svcacct-${mixed}${mixed}`,
  Anthropic: `sk-ant-api03-${mixed}${mixed}${mixed.slice(0, 21)}-AA`,
  OpenRouter: `sk-or-v1-${hex}${hex}`,
  Google: `AIzaSy${mixed.slice(0, 33)}`,
  Stripe: `sk_live_${mixed.slice(0, 24)}`,
  npm: `npm_${mixed}`,
  GitLab: `glpat-${mixed.slice(0, 20)}`,
  'Hugging Face': `hf_${mixed}`,
  SendGrid: `SG.${mixed.slice(0, 22)}.${mixed}${mixed.slice(0, 7)}`,
  Groq: `gsk_${mixed}${mixed.slice(0, 16)}`,
  Linear: `lin_api_${mixed}aBcD`,
  Notion: `secret_${mixed}${mixed.slice(0, 7)}`,
  Docker: `dckr_pat_${mixed.slice(0, 27)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${mixed}${mixed}`,
  Vault: `hvs.${mixed}${mixed}`,
  Telegram: `123456789:AA${mixed.slice(0, 33)}`,
  Discord: `https://discord.com/api/webhooks/123456789012345678/${mixed}${mixed}`,
  Azure: `AccountKey=${mixed}${mixed}${mixed.slice(0, 14)}==`,
  DigitalOcean: `dop_v1_${hex}${hex}`,
  'password in an address': 'https://admin:hunter2secret@example.com/x',
  'database address': 'postgres://admin:s3cretpw@db.example.org:5432/app',
}

const HARMLESS: readonly string[] = [
  'The AWS docs use AKIAIOSFODNN7EXAMPLE.',
  'Tokens look like ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'Keys begin with sk-proj- and AIza, private ones with -----BEGIN PRIVATE KEY-----.',
  '-----BEGIN RSA PRIVATE KEY-----\n\n**assistant:** It is in /usr/local/share/certificates/private/keys/main/key',
  'Set `OPENAI_API_KEY` from the vault; see drawers/atlas/api/rate-limits-and-retries.md',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'https://example.com/a?b=c and mailto:user@example.com',
  'sk_live_ is for production, sk_test_ for tests',
  'パスワードは金庫にあります。',
  '',
]

const note = notePath('a.md')

describe('findSecrets', () => {
  test.each(Object.entries(PLANTED))('finds %s, at its line, without saying it', async (_, key) => {
    const text = `# Notes\n\n- before ${key} after\n`
    const messages = await findSecrets(note, text)
    expect(messages.length).toBeGreaterThan(0)
    expect(messages[0]).toMatchObject({rule: 'secret', severity: 'error', path: 'a.md'})
    expect(messages[0]!.place?.line).toBe(3)
    for (const piece of key.split(/\s+/).filter((each) => 12 < each.length)) {
      expect(JSON.stringify(messages)).not.toContain(piece)
    }
  })

  test.each(HARMLESS)('leaves alone: %s', async (text) => {
    expect(await findSecrets(note, text)).toEqual([])
  })

  test('says where, in characters', async () => {
    const [message] = await findSecrets(note, `日本 ${PLANTED.GitLab}`)
    expect(message).toMatchObject({
      place: {line: 1, column: 4},
      reason: expect.stringMatching(/GitLab/),
    })
  })

  test('what stood there before is not new', async () => {
    const before = `- ${PLANTED.npm}\n- gRPC\n`
    expect(await findNewSecrets(note, before, `# Moved\n\n${before}`)).toEqual([])
    expect(await findNewSecrets(note, before, `${before}- ${PLANTED.Stripe}`)).toHaveLength(1)
  })
})

describe('fault 49: planted keys never land', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  async function landIn(box: GitBox, plan: Plan) {
    const history = await box.history()
    return land(plan, {root: box.top, history, now: box.tick(), authorship: {}, lockDir: box.home})
  }

  test('what the tool would write itself is refused, and nothing is written', async () => {
    const box = new GitBox()
    box.commit({'b.md': 'b'})
    for (const key of Object.values(PLANTED)) {
      const changes = [
        {path: notePath('b.md'), before: bytes('b'), after: bytes('b2')},
        {path: note, before: undefined, after: bytes(`---\nttl: 9d\n---\n${key}\n`)},
      ]
      const landing = landIn(box, {changes, subject: 's'})
      await expect(landing).rejects.toMatchObject({
        code: 'secret-found',
        message: expect.stringContaining('the new note, line 4'),
      })
    }
    expect(box.status()).toBe('')
    expect(box.read('b.md')).toBe('b')
  })

  test('an edit of a note into which someone put a key is written, but not committed', async () => {
    const box = new GitBox()
    box.commit({'a.md': 'one\n'})
    const before = `one\n${PLANTED.Stripe}\n`
    box.write({'a.md': before})
    const changes = [{path: note, before: bytes(before), after: bytes(`${before}two\n`)}]
    const landed = await landIn(box, {changes, subject: 's'})
    expect(landed).toMatchObject({committed: false, why: 'secret'})
    expect(landed.detail).toMatch(/^`a.md`, line 2: .*Stripe/)
    expect(box.read('a.md')).toBe(`${before}two\n`)
    expect(box.git('log', '--format=%s')).toBe('by hand\n')
  })

  test('a key that Git holds already does not stand in the way', async () => {
    const box = new GitBox()
    const before = `one\n${PLANTED.Stripe}\n`
    box.commit({'a.md': before})
    const changes = [{path: note, before: bytes(before), after: bytes(`${before}two\n`)}]
    expect((await landIn(box, {changes, subject: 's'})).committed).not.toBe(false)
  })
})

describe('withoutSecrets', () => {
  test.each(Object.entries(PLANTED))('leaves nothing of %s', async (_, key) => {
    const {text, removed} = await withoutSecrets(`before ${key} after\n`)
    expect(text).toMatch(/^before .*\[secret removed: [^\]]+\].* after\n$/s)
    expect(removed.length).toBeGreaterThan(0)
    for (const part of key.match(/[A-Za-z0-9]{16,}/g) ?? []) expect(text).not.toContain(part)
    expect(text).not.toContain(mixed.slice(4, 20))
    expect(text).not.toMatch(/hunter2|s3cretpw/)
    expect(await findSecrets(note, text)).toEqual([])
  })

  test('all of a key goes whose end was cut off, and no more', async () => {
    const cut = pem('RSA PRIVATE KEY').replace(/-----END.*/s, '')
    const {text} = await withoutSecrets(`before\n${cut}after it comes this`)
    expect(text).toBe('before\n[secret removed: private key]\nafter it comes this')
  })

  test.each(HARMLESS)('leaves %j as it is', async (text) => {
    expect(await withoutSecrets(text)).toEqual({text, removed: []})
  })
})

test('nothing is kept of the texts that were looked through', async () => {
  performance.clearMarks()
  await findSecrets(notePath('a.md'), PLANTED['GitHub classic']!)
  await findSecrets(notePath('a.md'), 'nothing')
  // The rules would mark when each of them begins and ends, and keep every mark for as long as the process lives.
  expect(performance.getEntriesByType('mark')).toEqual([])
})
