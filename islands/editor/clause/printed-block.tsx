import type { LanguageChoice, Side } from '#assembly/answers.ts'
import { labelled, partyHeading } from '#assembly/plain.ts'
import type { PartyNode } from '#assembly/tree.ts'
import { sideLang } from '../words.ts'
import { Line } from './twin.tsx'

export interface BlockProps {
  sides: Side[]
  script: LanguageChoice['script']
}

interface Props extends BlockProps {
  block: Pick<PartyNode, 'key' | 'label' | 'name' | 'lines'> & Partial<Pick<PartyNode, 'role'>>
  className: string
  lineClass: string
}

/** A party's name and the lines below it, as printed, on each side. */
export function PrintedBlock({ block, sides, script, className, lineClass }: Props) {
  const { label, name, role, lines } = block
  return (
    <div data-block={block.key} className={className}>
      {sides.map((side) => (
        <div key={side} data-side={side} lang={sideLang(side, script)}>
          <p className="font-semibold">
            <Line
              text={partyHeading(label[side], role?.[side] ?? '', name[side], side)}
              value={name[side]}
              side={side}
              script={script}
            />
          </p>
          {lines.map((line) => (
            <p key={line.id} className={lineClass}>
              <Line
                text={labelled(line.label[side], line.value[side], side)}
                value={line.value[side]}
                side={side}
                script={script}
              />
            </p>
          ))}
        </div>
      ))}
    </div>
  )
}
