import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { CarrierFinding, FindingSeverity } from '@crm/contracts/http/carrier.js';
import { PageCard } from '../controls/PageCard.js';
import { localise } from '../i18n/language.js';
import { useCarrierMessages } from '../i18n/carrier.en.js';

const looks = {
  blocks: { hue: 'red', Icon: ErrorOutlineOutlined },
  warns: { hue: 'orange', Icon: WarningAmberOutlined },
  fine: { hue: 'green', Icon: CheckCircleOutlined },
} as const;

/** The findings of one severity, each with what to do. */
export function Findings({
  severity,
  findings,
}: {
  severity: FindingSeverity;
  findings: readonly CarrierFinding[];
}) {
  const translate = useCarrierMessages();
  const id = useId();
  const own = findings.filter((each) => each.severity === severity);
  if (own.length === 0 && severity !== 'blocks') return null;
  return (
    <PageCard component="section" aria-labelledby={id} sx={{ flex: 'none', minHeight: 0, px: 2, py: 1.5 }}>
      <Typography id={id} variant="subtitle1" component="h2">
        {translate(`crm.carrierAccount.${severity}`)}
        {own.length > 0 && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
            {own.length}
          </Typography>
        )}
      </Typography>
      {own.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {translate('crm.carrierAccount.noneBlocks')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {own.map((each) => (
            <Finding key={`${each.code} ${each.sentence}`} finding={each} />
          ))}
        </Box>
      )}
    </PageCard>
  );
}

function Finding({ finding }: { finding: CarrierFinding }) {
  const translate = useCarrierMessages();
  const { area, severity, sentence, remedy, mendable } = finding;
  const { hue, Icon } = looks[severity];
  return (
    <Box
      component="li"
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '20px 1fr', md: '20px 144px 1fr auto' },
        columnGap: 1.5,
        alignItems: 'start',
        py: severity === 'fine' ? 0.75 : 1.25,
        '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
      })}
    >
      <Icon sx={(theme) => ({ fontSize: 20, color: theme.palette.hue[hue].fg })} />
      <Typography variant="body2" color="textSecondary" noWrap>
        {translate(`crm.carrierAccount.area.${area}`)}
      </Typography>
      <Box sx={{ gridColumn: { xs: '2', md: 'auto' }, minWidth: 0, maxWidth: 900 }}>
        <Typography
          variant="body2"
          sx={{ fontWeight: severity === 'fine' ? 400 : 600, overflowWrap: 'anywhere' }}
        >
          {localise(sentence)}
        </Typography>
        {remedy !== '' && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {localise(remedy)}
          </Typography>
        )}
      </Box>
      {mendable && (
        <Chip
          size="small"
          label={translate('crm.carrierAccount.mendable')}
          sx={(theme) => ({
            gridColumn: { xs: '2', md: 'auto' },
            justifySelf: 'start',
            backgroundColor: theme.palette.hue.blue.chip,
            color: theme.palette.hue.blue.fg,
          })}
        />
      )}
    </Box>
  );
}
