import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import type { BuiltInScript } from './script-sections.js';

interface Props {
  scripts: readonly BuiltInScript[];
  script: BuiltInScript;
  onPick: (script: BuiltInScript) => void;
}

/** The name of the built-in script, and a choice where a lead has several. */
export function ScriptChoice({ scripts, script, onPick }: Props) {
  const translate = useScriptMessages();
  const nameOf = (each: BuiltInScript) => translate(`crm.script.${each}Name`);
  if (scripts.length < 2) {
    return (
      <Typography variant="body1" component="h2" sx={{ fontWeight: 600 }}>
        {nameOf(script)}
      </Typography>
    );
  }
  return (
    <Select<BuiltInScript>
      size="small"
      value={script}
      onChange={({ target }) => {
        onPick(target.value);
      }}
      SelectDisplayProps={{ 'aria-label': translate('crm.script.choose') }}
    >
      {scripts.map((each) => (
        <MenuItem key={each} value={each}>
          {nameOf(each)}
        </MenuItem>
      ))}
    </Select>
  );
}
