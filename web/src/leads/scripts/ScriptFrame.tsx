import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { scripts } from '@crm/contracts/resources/script.js';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import { useLeaveCheck } from '../../leaving/LeaveGuard.js';
import type { FormFrameProps } from '../../resources/resource-view.js';

/** Where a script is changed: in the place where it is read. */
export function ScriptFrame(props: FormFrameProps) {
  const translate = useScriptMessages();
  return (
    <NewScriptFrame {...props}>
      <Button variant="outlined" onClick={props.onClose}>
        {translate('crm.action.cancel')}
      </Button>
    </NewScriptFrame>
  );
}

/** Where a new one is written: it has a tab of its own to leave by. */
export function NewScriptFrame({
  title,
  parts: { inputs, submit, isDirty, onSubmit },
  children,
}: FormFrameProps & { children?: ReactNode }) {
  useLeaveCheck(isDirty ? 'ask' : undefined);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, px: 2.5, py: 2, maxWidth: 760 }}
    >
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {scripts.fields.html.help}
      </Typography>
      {inputs}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', mt: 1.5 }}>
        {children}
        {submit}
      </Box>
    </Box>
  );
}
