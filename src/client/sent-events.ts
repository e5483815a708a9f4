// Reads a stream of server-sent events: the data of each.

export async function* sentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const data = block.split('\n').filter((line) => line.startsWith('data: '))
      if (data.length) yield data.map((line) => line.slice(6)).join('\n')
    }
  }
}
