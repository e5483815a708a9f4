// The panel of the bots: program, queue, limits, webhook and profile.

import type { LimitUse } from '../../../control/contract/traffic.ts'
import { deliveryText } from '../../../control/describe/call.ts'
import { updateText } from '../../../control/describe/message.ts'
import { plural } from '../../../lib/safe-text.ts'
import { formatSpan, minuteOf } from '../../../lib/time-text.ts'
import { fieldLabelOf } from '../../model/labels.ts'
import type { Bot } from '../../model/views.ts'
import { act } from '../actions.ts'
import { Bar, Facts } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { model } from '../emulator.ts'
import { MoreMenu } from '../menu.tsx'
import { listedChats } from '../route.ts'
import { isReadOnly } from '../traffic/history.ts'
import { Creation } from './action-form.tsx'

export const NoBots = () => (
  <Creation
    title="No bots yet."
    text="A bot gets a token, with which your program calls the bot API."
    action="createBot"
  />
)

export const BotsPanel = () => (
  <section aria-label="Bots">
    {!model.bots.value.length && <NoBots />}
    {model.bots.value.map((bot) => (
      <article key={bot.id} class="card">
        <div class="row">
          <h2>
            {bot.first_name} <small>@{bot.handle}</small>
          </h2>
          {!isReadOnly.value && <MoreMenu label={`More about ${bot.handle}`} items={itemsOf(bot)} />}
        </div>
        <Facts
          facts={{
            token: (
              <span class="row">
                <code>{bot.token}</code>
                <CopyButton label="Copy" text={() => bot.token} />
              </span>
            ),
            owner: bot.owner,
            updates: deliveryText(bot.delivery),
            program: bot.delivery.program?.command,
            state: bot.suspended && <span class="bad">suspended</span>,
          }}
        />
        <Queue bot={bot.id} />
        <Limits bot={bot.id} />
        <Profile bot={bot.id} />
      </article>
    ))}
  </section>
)

const itemsOf = ({ handle, suspended, delivery }: Bot) => [
  {
    text: suspended ? 'End the suspension' : 'Suspend the bot',
    run: () => act('updateBot', { bot: handle, suspended: !suspended }),
  },
  ...(delivery.program ? [{ text: 'Restart its program', run: () => act('restartProgram', { bot: handle }) }] : []),
]

function Queue({ bot }: { bot: number }) {
  const pending = model.view('/bots/:bot/updates', { bot }).value ?? []
  if (!pending.length) return null
  return (
    <div>
      <h3>{plural(pending.length, 'pending update')}</h3>
      <ul class="pending" aria-label="Pending updates">
        {pending.slice(0, 100).map((update) => (
          <li key={update.update_id}>
            <small>
              {update.update_id} {Object.keys(update).find((key) => key !== 'update_id')}
            </small>{' '}
            {updateText(update)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The share of a limit from which its bar is yellow. */
const NEAR = 0.8

function Limits({ bot }: { bot: number }) {
  const limits = model.view('/bots/:bot/limits', { bot }).value ?? []
  const unused = limits.filter(({ used }) => !used)
  return (
    <>
      {unused.length < limits.length && <LimitList limits={limits.filter(({ used }) => used)} />}
      {unused.length > 0 && (
        <details>
          <summary class="dim">{plural(unused.length, 'limit')} unused</summary>
          <LimitList limits={unused} />
        </details>
      )}
    </>
  )
}

function LimitList({ limits }: { limits: readonly LimitUse[] }) {
  const titleOf = (id: number) => listedChats.value.find((chat) => chat.id === id)?.title ?? id
  return (
    <ul class="limits" aria-label="Limits">
      {limits.map(({ limit, chat, used, allowed, free_in }) => (
        <li key={`${limit} ${chat}`} class={used >= allowed ? 'full' : ''}>
          <label>
            <span>
              {fieldLabelOf(limit)} {chat !== undefined && `in ${titleOf(chat)}`}
            </span>
            <small>
              {used} of {allowed}
              {free_in > 0 && `, wait ${formatSpan(free_in)}`}
            </small>
            <meter class="hidden" max={allowed} value={used} />
            <Bar parts={{ [used > allowed * NEAR ? 'near' : 'used']: used, unused: allowed - used }} />
          </label>
        </li>
      ))}
    </ul>
  )
}

function Profile({ bot }: { bot: number }) {
  const profile = model.view('/bots/:bot/profile', { bot }).value
  if (!profile) return null
  const { url, allowed_updates, last_error_message, last_error_date = 0 } = profile.webhook
  const commands = profile.commands.map(({ command, description }) => [`/${command}`, description])
  return (
    <>
      <Facts
        facts={{
          webhook: url,
          'asks for': allowed_updates?.join(', '),
          'last error': last_error_message && `${minuteOf(last_error_date)} ${last_error_message}`,
          about: profile.short_description,
          description: profile.description,
        }}
      />
      {commands.length > 0 && <h3>Commands</h3>}
      <Facts facts={Object.fromEntries(commands)} />
    </>
  )
}
