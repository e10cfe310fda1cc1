import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTextMessages } from '../i18n/texts.en.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { TextComposer } from './TextComposer.js';
import { TextDays } from './TextDays.js';
import { useOlderTexts, useReadText, useTexts } from './useTexts.js';

/** The conversation with a lead, and the composer (rule T1). */
export default function TextPanel({ lead, denialReason }: LeadPanelProps) {
  const translate = useTextMessages();
  const { data, error, refetch } = useTexts(lead.id);
  const older = useOlderTexts(lead.id);
  const read = useReadText(lead.id);
  const [oldest] = data?.messages ?? [];

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      {/* Turned over, so that it begins at its end, and stays there while texts come in. */}
      <Box
        tabIndex={0}
        sx={{
          display: 'flex',
          flexDirection: 'column-reverse',
          flex: 1,
          minHeight: 96,
          overflow: 'auto',
        }}
      >
        {/* A few texts stand where the next one is written. */}
        <Box sx={{ ...(oldest === undefined && { mb: 'auto' }) }}>
          {oldest === undefined ? (
            <PanelNotice
              text={error ? translate('crm.text.failed') : data && translate('crm.text.none')}
              {...(error && { onRetry: refetch })}
            />
          ) : (
            <>
              {data?.more === true && (
                <Box sx={{ display: 'flex', justifyContent: 'center', pt: 1.5 }}>
                  <Button
                    size="small"
                    loading={older.isPending}
                    onClick={() => {
                      if (!older.isPending) older.mutate(oldest.id);
                    }}
                  >
                    {translate('crm.text.more')}
                  </Button>
                </Box>
              )}
              <TextDays texts={data?.messages ?? []} onSeen={read} />
            </>
          )}
        </Box>
      </Box>
      <TextComposer lead={lead} denialReason={denialReason} />
    </Box>
  );
}
