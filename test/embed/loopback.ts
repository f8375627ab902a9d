/** A server on this machine that answers as a test says, and remembers what it was asked. */

import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import type {AddressInfo} from 'node:net'
import {onTestFinished} from 'vitest'

export interface Request {
  readonly path: string
  readonly authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent.
  readonly body: any
}

export type Answer = (request: Request, response: ServerResponse, time: number) => void

/** Starts a server until the test is over; `asked` is what it was asked, in order. */
export async function loopback(answer: Answer) {
  const asked: Request[] = []
  const server = createServer(async (incoming, response) => {
    const request = await requestOf(incoming)
    asked.push(request)
    answer(request, response, asked.length)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const {port} = server.address() as AddressInfo
  return {url: `http://127.0.0.1:${port}/v1`, asked, server}
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const {url = '', headers} = incoming
  const body = JSON.parse(Buffer.concat(parts).toString('utf8'))
  return {path: url, authorization: headers.authorization, body}
}

export function sendJson(response: ServerResponse, json: unknown, status = 200): void {
  response.writeHead(status, {'content-type': 'application/json'})
  response.end(JSON.stringify(json))
}

/** Answers as OpenAI's embeddings do: the vector of a text is what `vectorOf` says. */
export function embeddings(vectorOf: (text: string) => readonly number[]): Answer {
  return ({body}, response) => {
    const data = (body.input as string[]).map((text, index) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text),
    }))
    sendJson(response, {object: 'list', data})
  }
}
