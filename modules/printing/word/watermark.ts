import { ImportedXmlComponent, type TextRun } from 'docx'
import type { DocumentTree } from '#assembly/tree.ts'
import { escapedXml } from '#src/core/text/xml-text.ts'
import type { Watermark } from '../watermark.ts'

/** Type size of the drawing in points. */
const EM = { small: 26, large: 72 }

const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** The shape type for text along a line, which Word writes into every file with a watermark. */
const SHAPE = `<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800"
  path="m@7,l@8,m@5,21600l@6,21600e"><v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/>
  <v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/><v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/>
  <v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/><v:f eqn="if @0 @4 21600"/><v:f eqn="mid @5 @6"/>
  <v:f eqn="mid @8 @5"/><v:f eqn="mid @7 @8"/><v:f eqn="mid @6 @7"/><v:f eqn="sum @6 0 @5"/></v:formulas>
  <v:path textpathok="t" o:connecttype="rect"/><v:textpath on="t" fitshape="t"/></v:shapetype>`

/** The watermark as a run of the header, which puts it behind the text of every page. */
export function watermarkRun(watermark: Watermark, { sides, languages }: DocumentTree): TextRun {
  const text = sides.map((side) => watermark[side]).join(' ')
  const em = EM[watermark.size]
  const ems = [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : 0.55), 0)
  const width = Math.min(480, Math.round(ems * em))
  const font = languages.script === 'Hant' ? 'Microsoft JhengHei' : 'SimHei'
  const style = [
    'position:absolute;margin-left:0;margin-top:0',
    `width:${width}pt;height:${Math.round((width / ems) * 1.2)}pt;rotation:315;z-index:-251658752`,
    'mso-position-horizontal:center;mso-position-horizontal-relative:margin',
    'mso-position-vertical:center;mso-position-vertical-relative:margin',
  ].join(';')
  const run = `<w:r ${NAMESPACES}><w:pict>${SHAPE.replace(/\n\s*/g, ' ')}
    <v:shape id="PowerPlusWaterMarkObject1" o:spid="_x0000_s2049" type="#_x0000_t136" style="${style}"
      fillcolor="silver" stroked="f" o:allowincell="f"><v:fill opacity=".5"/>
      <v:textpath style="font-family:&quot;${font}&quot;;font-size:1pt" string="${escapedXml(text)}"/></v:shape>
    </w:pict></w:r>`
  return ImportedXmlComponent.fromXmlString(run.replace(/>\s+</g, '><')) as unknown as TextRun
}
