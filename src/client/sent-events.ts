// Reads a stream of server-sent events: the data of each.

import { EventSourceParserStream } from 'eventsource-parser/stream'

export async function* sentEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { data } of events) yield data
}
