// The operation that a receiver names in its answer, as JSON or as a form; the service ignores it.

export function operationNamedIn(body: string): string | undefined {
  const method = body.trimStart().startsWith('{') ? inJson(body) : new URLSearchParams(body).get('method')
  return typeof method === 'string' && /^\w{1,64}$/.test(method) ? method : undefined
}

function inJson(body: string): unknown {
  try {
    return (JSON.parse(body) as { method?: unknown }).method
  } catch {
    return undefined
  }
}
