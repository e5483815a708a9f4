// Fills an emulator according to a plan: people, bots, chats, rights and messages.

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of a result
export type Json = any

type Given = Record<string, unknown>
type Ref = string | number

export interface Plan {
  /** Parameters of `createUser`, or only a first name. */
  people?: readonly (string | Given)[]
  bots?: readonly Given[]
  groups?: readonly Given[]
  channels?: readonly Given[]
  started?: readonly (readonly [as: string, bot: string])[]
  /** Promotions by Alice, unless `as` names another person. */
  promoted?: readonly { as?: string; chat: Ref; who: string; rights?: object }[]
  written?: readonly (readonly [as: string, to: Ref, text: string])[]
}

/** Performs an action and throws if it fails. */
type Act = (action: string, params: Given) => Json

/** Performs the plan in order, so that ids are the same each time. Returns the results of the actions. */
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
