// The panel that records what happens into a scenario, and plays the scenario.

import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { RecordingView, ReplayView } from '../../contract/recordings.ts'
import { plural } from '../../describe/text.ts'
import { post } from '../state/emulator.ts'
import { useView } from '../state/use-view.ts'
import { attempt } from '../state/world.ts'

interface Recording {
  id: string
  state: 'running' | 'stopped'
  played?: ReplayView
}

const recording = signal<Recording | undefined>(undefined)

const begin = () =>
  attempt(async () => {
    recording.value = { ...(await post<{ id: string }>('recordings')), state: 'running' }
  })

const stop = (id: string) =>
  attempt(async () => {
    await post(`recordings/${id}/stop`)
    recording.value = { id, state: 'stopped' }
  })

const play = (id: string) =>
  attempt(async () => {
    recording.value = { id, state: 'stopped', played: await post(`recordings/${id}/replay`) }
  })

export const RecordPanel = () => (
  <section aria-label="Record">
    {recording.value ? (
      <RecordingCard key={recording.value.id} recording={recording.value} />
    ) : (
      <article class="card">
        <h2>Record a scenario</h2>
        <p>A recording writes what people do, and how the bot answers, as a scenario that tests your bot.</p>
        <button type="button" onClick={begin}>
          Record
        </button>
      </article>
    )}
  </section>
)

function RecordingCard({ recording: { id, state, played } }: { recording: Recording }) {
  const recorded = useView<RecordingView>(`recordings/${id}`)
  return (
    <article class="card">
      <h2>{state === 'running' ? '● Recording' : 'The scenario'}</h2>
      <ol aria-label="Steps">
        {recorded?.steps.map((step, index) => (
          <li key={index}>
            <code>{step}</code>
            {played && index in played.failures && <p class="refusal">{played.failures[index]}</p>}
          </li>
        ))}
      </ol>
      {recorded?.full && <p>The recording is full. Later steps are not recorded.</p>}
      <div role="status">{played && playedText(played)}</div>
      <p>
        {state === 'running' ? (
          <button type="button" onClick={() => stop(id)}>
            Stop
          </button>
        ) : (
          <>
            <button type="button" onClick={() => play(id)}>
              Play
            </button>{' '}
            {recorded && <Download text={recorded.text} />}{' '}
            <button type="button" onClick={begin}>
              Record again
            </button>
          </>
        )}
      </p>
    </article>
  )
}

function playedText({ failures, steps }: ReplayView): string {
  const failed = Object.keys(failures).length
  return failed ? `${failed} of ${plural(steps, 'step')} failed.` : `All ${plural(steps, 'step')} passed.`
}

function Download({ text }: { text: string }) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [text])
  return (
    <a href={address} download="recorded.yaml">
      Download
    </a>
  )
}
