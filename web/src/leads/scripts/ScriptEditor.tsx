import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { scriptLength } from '@crm/contracts/http/scripts.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useTextLimit } from '../../controls/useTextLimit.js';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import { RichTextField, useRichText } from '../../rich-text/RichTextField.js';
import { useLeaveCheck } from '../../leaving/LeaveGuard.js';

interface Props {
  title: string;
  /** What the editor begins with. */
  html: string;
  saveLabel: string;
  isSaving: boolean;
  onSave: (html: string) => void;
  /** None for a new script, which has a tab of its own to leave by. */
  onClose?: () => void;
}

/** Writes or changes a script in the place where it is read. */
export function ScriptEditor({ title, html, saveLabel, isSaving, onSave, onClose }: Props) {
  const translate = useScriptMessages();
  const { editor, isBlank, isDirty, length } = useRichText({
    label: translate('crm.script.custom.label'),
    html,
  });
  const { fault } = useTextLimit(length, scriptLength);
  useLeaveCheck(isDirty ? 'ask' : undefined);

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, px: 2.5, py: 2, maxWidth: 760 }}>
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('crm.script.custom.hint')}
      </Typography>
      <RichTextField editor={editor} />
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', mt: 1.5 }}>
        {onClose && (
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.cancel')}
          </Button>
        )}
        <ReasonButton
          variant="contained"
          loading={isSaving}
          reason={isBlank ? translate('crm.script.custom.empty') : fault}
          onClick={() => {
            onSave(editor.getHTML());
          }}
        >
          {saveLabel}
        </ReasonButton>
      </Box>
    </Box>
  );
}
