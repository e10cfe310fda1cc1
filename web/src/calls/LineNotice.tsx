import NetworkCheckOutlined from '@mui/icons-material/NetworkCheckOutlined';
import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { useCalling } from '../calling/calling.js';
import { wordsOfLine } from '../calling/line-trouble.rules.js';
import { useCallMessages } from '../i18n/calls.en.js';

/** What is wrong with the connection of this window's call; its place is there before, so that it is read out. */
export function LineNotice({ sx }: { sx?: SxProps<Theme> }) {
  const translate = useCallMessages();
  const { here } = useCalling();
  const words = here && wordsOfLine(here);
  return (
    <Box role="status" sx={[{ '&:empty': { display: 'none' } }, ...(sx === undefined ? [] : [sx].flat())]}>
      {words !== undefined && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2', fontWeight: 600 }}>
          <NetworkCheckOutlined fontSize="small" />
          {translate(words)}
        </Box>
      )}
    </Box>
  );
}
