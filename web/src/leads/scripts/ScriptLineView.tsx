import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useScriptMessages, type ScriptWordKey } from '../../i18n/scripts.en.js';
import type { MergeFields } from './merge-fields.js';
import type { LineKind, ScriptLine } from './script-sections.js';

/** A sentence in pieces: plain ones, and those that a merge field filled. */
export function piecesOf(
  sentence: string,
  fields: MergeFields,
): { text: string; field: string | undefined }[] {
  return sentence
    .split(/%\{(\w+)\}/)
    .map((text, index) =>
      index % 2 === 0 ? { text, field: undefined } : { text: fields[text]?.text ?? '', field: text },
    )
    .filter(({ text }) => text !== '');
}

function Sentence({ text: sentence, fields }: { text: string; fields: MergeFields }) {
  const translate = useScriptMessages();
  return piecesOf(sentence, fields).map(({ text, field }, index) => {
    if (field === undefined) return <span key={index}>{text}</span>;
    const isKnown = fields[field]?.isKnown === true;
    return (
      <Tooltip key={index} title={isKnown ? '' : translate('crm.script.unknown')} describeChild>
        <Box
          component="span"
          sx={{
            px: '3px',
            mx: '-1px',
            borderRadius: '4px',
            fontWeight: 600,
            ...(field === 'number' && { whiteSpace: 'nowrap' }),
            ...(isKnown
              ? { color: 'primary.main', backgroundColor: 'brand.tint' }
              : { color: 'hue.orange.fg', backgroundColor: 'hue.orange.chip' }),
          }}
        >
          {text}
        </Box>
      </Tooltip>
    );
  });
}

const leadIns = {
  ask: 'crm.script.ask',
  do: 'crm.script.note',
  if: 'crm.script.objection',
} as const satisfies Record<Exclude<LineKind, 'say'>, ScriptWordKey>;

/** One line of a script, looking like what it is for. */
export function ScriptLineView({ line, fields }: { line: ScriptLine; fields: MergeFields }) {
  const translate = useScriptMessages();
  if (line.kind === 'say') {
    return (
      <Typography variant="script" component="p" sx={{ mb: 1.5 }}>
        <Sentence text={line.text} fields={fields} />
      </Typography>
    );
  }
  const isAsked = line.kind === 'ask';
  return (
    <Typography
      variant={isAsked ? 'body1' : 'body2'}
      component="p"
      sx={{
        mb: 1.5,
        px: 2,
        py: 1.25,
        borderLeft: 3,
        borderColor: isAsked ? 'primary.main' : 'border.control',
        borderRadius: '0 8px 8px 0',
        backgroundColor: isAsked ? 'brand.tint' : 'surface.sunken',
        color: isAsked ? 'text.primary' : 'text.secondary',
      }}
    >
      <strong>{translate(leadIns[line.kind])}</strong> <Sentence text={line.text} fields={fields} />
    </Typography>
  );
}
