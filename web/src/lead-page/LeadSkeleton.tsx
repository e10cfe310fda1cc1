import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { PageCard } from '../controls/PageCard.js';

const lines = ['contact', 'quote', 'household', 'policy', 'assignment'] as const;

/** The shape of the lead page while the lead is read; what takes no time shows none. */
export function LeadSkeleton() {
  const translate = useLeadPageMessages();
  return (
    <PageCard
      role="status"
      aria-label={translate('crm.loading.label')}
      sx={{
        '@keyframes appear': { from: { opacity: 0 }, to: { opacity: 1 } },
        animation: 'appear 1ms 150ms both',
      }}
    >
      <Box sx={{ px: 2.5, pt: 2 }}>
        <Skeleton variant="text" width={220} height={24} />
        <Skeleton variant="text" width={160} height={22} sx={{ mt: 0.5 }} />
      </Box>
      <Box sx={{ columnWidth: 300, columnGap: 5, px: 2.5, py: 7 }}>
        {lines.map((line) => (
          <Skeleton key={line} variant="rounded" height={132} sx={{ breakInside: 'avoid', mb: 3 }} />
        ))}
      </Box>
    </PageCard>
  );
}
