// Whoever is named: by id, @username or handle, or as anything that has an id.

export type Ref = string | number
export type Who = Ref | { readonly id: number }

export const refOf = (who: Who): Ref => (typeof who === 'object' ? who.id : who)
