// Creates the message update that is pending for a bot in measurements.

export function waitingUpdate(update_id) {
  const person = { id: 1, first_name: 'Alice' }
  const message = {
    message_id: update_id,
    from: { ...person, is_bot: false },
    chat: { ...person, type: 'private' },
    date: 1_800_000_000,
    text: 'Is a table for two free tonight at eight?',
  }
  return { update_id, message }
}
