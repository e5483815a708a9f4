// The panel that records a scenario and plays it.

import { signal } from '@preact/signals'
import type { RecordingView, ReplayView } from '../../contract/recordings.ts'
import { plural } from '../../describe/text.ts'
import { Button } from '../controls.tsx'
import { client } from '../state/emulator.ts'
import { useView } from '../state/use-view.ts'
import { attempt } from '../state/world.ts'

interface Recording {
  id: string
  isRunning?: boolean
  played?: ReplayView
}

const recording = signal<Recording | undefined>(undefined)

const show = (next: Recording) => (recording.value = next)

const begin = () => attempt(async () => show({ ...(await client.beginRecording()), isRunning: true }))

const stop = (id: string) => attempt(() => client.stopRecording(id).then(() => show({ id })))

const play = (id: string) => attempt(async () => show({ id, played: await client.replayRecording(id) }))

export const RecordPanel = () => (
  <section aria-label="Record">
    {recording.value ? (
      <RecordingCard key={recording.value.id} recording={recording.value} />
    ) : (
      <article class="card">
        <h2>Record a scenario</h2>
        <p>A recording saves what people do, and how the bot answers, as a scenario that tests your bot.</p>
        <Button onClick={begin}>Record</Button>
      </article>
    )}
  </section>
)

function RecordingCard({ recording: { id, isRunning, played } }: { recording: Recording }) {
  const recorded = useView<RecordingView>(`recordings/${id}`)
  return (
    <article class="card">
      <h2>{isRunning ? '● Recording' : 'The scenario'}</h2>
      <ol aria-label="Steps">
        {recorded?.steps.map((step, index) => (
          <li key={index}>
            <code>{step}</code>
            {played && index in played.failures && <p class="refusal">{played.failures[index]}</p>}
          </li>
        ))}
      </ol>
      {recorded?.full && <p>The recording is full. To record later steps, start a new recording.</p>}
      <div role="status">{played && playedText(played)}</div>
      <p>
        {isRunning ? (
          <Button onClick={() => stop(id)}>Stop</Button>
        ) : (
          <>
            <Button onClick={() => play(id)}>Play</Button>{' '}
            {recorded && (
              <a href={`data:text/yaml,${encodeURIComponent(recorded.text)}`} download="recorded.yaml">
                Download
              </a>
            )}{' '}
            <Button onClick={begin}>Record again</Button>
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
