import type { FormState } from '#src/http/body.ts'
import { ErrorView } from '#src/http/errors/error-page.tsx'
import { page } from '#src/http/page.tsx'
import { routes } from '#src/http/web.ts'
import { CheckField, FormProblem, PasswordField, SelectField, TextField } from '#views/forms.tsx'
import { ICONS, Icon, Seal } from '#views/icons.tsx'
import { Dialog, Empty, opens, PageHead, Panel, StateWord, type Tone } from '#views/parts.tsx'
import { Table } from '#views/table.tsx'

/** /dev/views: every shared component in its states with the real stylesheet. Not in production. */
export const viewRoutes = routes()

viewRoutes.get('/dev/views', (c) => page(c, <Gallery />, { title: 'Views', shell: 'public' }))

const TONES: Tone[] = ['plain', 'info', 'success', 'warning', 'error']
const SAMPLE: FormState = { values: { name: 'Chen Lian 陈莲' }, problems: { email: 'common.problem.format' } }

function Gallery() {
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-8">
      <PageHead title="Views" lead="Every shared component in its states">
        <button {...opens('sample')} className="btn btn-primary">
          Open dialog
        </button>
      </PageHead>
      <Panel title="Buttons">
        <div className="flex flex-wrap gap-2">
          {['btn-primary', 'btn-outline', 'btn-ghost', 'btn-error', 'btn-neutral'].map((kind) => (
            <button key={kind} type="button" className={`btn ${kind}`}>
              {kind}
            </button>
          ))}
          <button type="button" className="btn btn-primary" disabled>
            disabled
          </button>
        </div>
      </Panel>
      <Panel title="Icons">
        <div className="flex flex-wrap gap-3">
          <Seal />
          {ICONS.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} />
            </span>
          ))}
        </div>
      </Panel>
      <Panel title="Form">
        <form className="grid gap-x-6 sm:grid-cols-2">
          <TextField name="name" label="Name" required hint="As on your identity card" {...SAMPLE} />
          <TextField name="email" label="Email" required autoComplete="email" {...SAMPLE} />
          <PasswordField name="password" label="Password" autoComplete="new-password" />
          <SelectField name="identity" label="Identity" options={[{ value: 'company', label: 'Company' }]} />
          <CheckField name="agreement">I agree</CheckField>
          <FormProblem problem="common.error.LOGIN_INVALID" />
        </form>
      </Panel>
      <Panel title="States">
        <p className="flex flex-wrap gap-5">
          {TONES.map((tone) => (
            <StateWord key={tone} tone={tone}>
              {tone}
            </StateWord>
          ))}
        </p>
      </Panel>
      <Panel title="Table">
        <Table
          caption="Sample"
          rows={[
            { id: '1', name: '保密协议' },
            { id: '2', name: 'Service Agreement' },
          ]}
          rowKey={(row) => row.id}
          columns={[
            { key: 'id', head: 'Number', cell: (row) => row.id },
            { key: 'name', head: 'Name', cell: (row) => row.name },
          ]}
        />
      </Panel>
      <Panel title="Empty">
        <Empty icon="document" title="No documents yet">
          Choose a template to begin.
        </Empty>
      </Panel>
      <ErrorView code="NOT_FOUND" />
      <ErrorView code="OTHER" />
      <Dialog id="sample" title="A dialog">
        <p>Esc closes it and focus comes back.</p>
      </Dialog>
    </div>
  )
}
