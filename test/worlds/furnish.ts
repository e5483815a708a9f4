// Furnishes an emulator by a plan: who and what there is, who started which bot, who has which rights, and what was written.

// biome-ignore lint/suspicious/noExplicitAny: what the control interface answers is looked into freely by tests
export type Json = any

type Given = Record<string, unknown>
type Ref = string | number

export interface Plan {
  /** As createUser takes them; a text is a first name. */
  people?: readonly (string | Given)[]
  bots?: readonly Given[]
  groups?: readonly Given[]
  channels?: readonly Given[]
  started?: readonly (readonly [as: string, bot: string])[]
  /** Rights given by Alice, where nobody else is named. */
  promoted?: readonly { as?: string; chat: Ref; who: string; rights?: object }[]
  written?: readonly (readonly [as: string, to: Ref, text: string])[]
}

/** Performs an action that has to succeed. */
type Act = (action: string, params: Given) => Json

/** Everything in the order of the plan, so that ids and numbers are the same each time; each as its action answered. */
export async function furnish(act: Act, plan: Plan) {
  async function each<Params>(of: readonly Params[] | undefined, perform: (params: Params) => Json): Promise<Json[]> {
    const results = []
    for (const params of of ?? []) results.push(await perform(params))
    return results
  }
  const people = await each(plan.people, (one) =>
    act('createUser', typeof one === 'string' ? { first_name: one } : one),
  )
  const bots = await each(plan.bots, (one) => act('createBot', { first_name: 'Greeter', ...one }))
  const groups = await each(plan.groups, (one) => act('createGroup', one))
  const channels = await each(plan.channels, (one) => act('createChannel', one))
  await each(plan.started, ([as, bot]) => act('start', { as, bot }))
  await each(plan.promoted, (one) => act('promote', { as: 'alice', ...one }))
  await each(plan.written, ([as, to, text]) => act('send', { as, to, text }))
  return { people, bots, groups, channels }
}
