// The coloured circle with the first letter of a person, bot or chat.

export const hueOf = (id: number) => `hue-${Math.abs(id) % 6}`

export const Avatar = ({ id, name }: { id: number; name: string }) => (
  <span class={`avatar ${hueOf(id)}`} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)
