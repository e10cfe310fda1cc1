import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useCalling } from '../calling/calling.js';
import { IconAction } from '../controls/IconAction.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { modes } from './modes.js';
import { supervisionReason, type SupervisableCall } from './supervision.rules.js';
import { useSupervise } from './useSupervise.js';

/** Listen, whisper and join of a call that goes on; where one is not possible, it says why. */
export function SuperviseButtons({ call }: { call: SupervisableCall }) {
  const translate = useSupervisionMessages();
  const { id: userId } = useCurrentUser();
  const { inCall } = useCalling();
  const { start } = useSupervise();
  const reason = supervisionReason(call, { userId, isInCall: inCall });
  const name = call.agent_name || translate('crm.supervision.nobody');
  const starting = start.isPending ? start.variables.mode : undefined;
  return (
    <Box
      role="group"
      aria-label={translate('crm.supervision.actions', { name })}
      sx={{ display: 'flex', gap: 0.5 }}
    >
      {modes.map(({ mode, Icon }) => (
        <IconAction
          key={mode}
          label={translate(`crm.supervision.of.${mode}`, { name })}
          hint={reason ? translate(reason.key, reason.values) : translate(`crm.supervision.${mode}`)}
          isOff={reason !== undefined || starting !== undefined}
          onClick={() => {
            start.mutate({ id: call.id, mode });
          }}
        >
          {starting === mode ? <CircularProgress size={20} color="inherit" /> : <Icon />}
        </IconAction>
      ))}
    </Box>
  );
}
