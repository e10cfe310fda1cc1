import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { countOnlineAgents } from '@crm/contracts/http/auth.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

const queryKey = ['agents', 'online'];

/** The number of online agents, updated live. */
export const OnlineCount = () => {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const { data: agents } = useVerbQuery({
    isKeptLive: true,
    key: queryKey,
    ask: async (provider, signal) => (await provider.call(countOnlineAgents, { signal })).agents,
  });
  useServerEvent('getOnlineAgents', (notified) => {
    queryClient.setQueryData(queryKey, notified.agents);
  });

  if (agents === undefined) return null;
  return (
    <Box
      sx={(theme) => ({
        ...theme.tabular,
        typography: 'body2',
        fontWeight: 600,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        height: 32,
        px: 1.5,
        mr: 1,
        whiteSpace: 'nowrap',
        borderRadius: `${String(theme.radius.pill)}px`,
        color: agents > 0 ? 'hue.green.fg' : 'hue.neutral.fg',
        backgroundColor: agents > 0 ? 'hue.green.chip' : 'hue.neutral.chip',
      })}
    >
      <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', backgroundColor: 'currentColor' }} />
      {translate('crm.shell.agentsOnline', { smart_count: agents })}
    </Box>
  );
};
