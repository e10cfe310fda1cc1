import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import type { Flag } from '@crm/contracts/ids.js';
import { useWords } from '../i18n/useWords.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';

/** The agent's own switch: whether calls may come in. */
export const OnlineSwitch = () => {
  const words = useWords();
  const session = useSession();
  const { id, active } = useCurrentUser();
  const showAnswer = useShowAnswer();
  const { mutate, isPending } = useVerb(
    (verbs, wanted: Flag) => verbs.setActive({ body: { active: wanted, user_id: id } }),
    {
      onSuccess: (answer, wanted) => {
        session.change({ active: wanted });
        showAnswer(answer);
      },
    },
  );
  return (
    <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 1, mr: 1, cursor: 'pointer' }}>
      <Box component="span" aria-hidden sx={{ typography: 'body2', fontWeight: 500 }}>
        {words(active === 1 ? 'crm.shell.online' : 'crm.shell.offline')}
      </Box>
      <Switch
        color="success"
        checked={active === 1}
        onChange={(_, checked) => {
          if (!isPending) mutate(checked ? 1 : 0);
        }}
        slotProps={{
          input: {
            role: 'switch',
            'aria-label': words(active === 1 ? 'crm.shell.online' : 'crm.shell.offline'),
            'aria-busy': isPending,
          },
        }}
      />
    </Box>
  );
};
