import { Suspense, useState } from 'react';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { LifeLead } from '@crm/contracts/entities/lead.js';
import { lowestPremium } from '@crm/contracts/leads/premium.rules.js';
import { showsPrice, whyPriceIsFixed } from '@crm/contracts/leads/price.rules.js';
import { useCarrierMessages } from '../../i18n/carriers.en.js';
import { useReferenceEntries } from '../../reference/useReferenceList.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { LicenceNotice } from '../permission/LicenceNotice.js';
import { useLicenceDenial } from '../permission/useMayContact.js';
import { bestPremium } from '../lead/life-fields.js';
import { carriersOfLead, inOrder, openingOrder, type CarrierRow } from './carrier-rows.rules.js';
import { PriceField } from './PriceField.js';
import { useCarrierActions } from './useCarrierActions.js';
import { lazyPart } from '../../loading/lazy-part.js';

const CarrierInfoDialog = lazyPart(() => import('./CarrierInfoDialog.js'));

/** One row per carrier with its price and the choice of it (rule L32). */
export default function CarrierPanel({ lead, denialReason }: LeadPanelProps) {
  // Whoever holds no licence there quotes no price.
  const unlicensed = useLicenceDenial(lead);
  if (lead.type !== 'life') return null;
  return (
    <>
      {unlicensed !== undefined && (
        <Box sx={{ px: 2.5, pt: 2, mb: -2 }}>
          <LicenceNotice reason={unlicensed} />
        </Box>
      )}
      <Carriers key={lead.id} lead={lead} denialReason={denialReason ?? unlicensed} />
    </>
  );
}

function Carriers({ lead, denialReason }: { lead: LifeLead; denialReason: string | undefined }) {
  const translate = useCarrierMessages();
  const entries = useReferenceEntries('carriers');
  const rows = carriersOfLead(entries, lead);
  const [order] = useState(() => openingOrder(rows, lead.price));
  const [showsInfo, setShowsInfo] = useState(false);
  const { pricing, selection } = useCarrierActions(lead);
  // The choice shows at once; where it is refused, the stored one stands again.
  const chosen = selection.isPending ? selection.variables : (lead.carrier ?? '');
  const best = lowestPremium(lead.price, lead.rate_class)?.carrier;

  return (
    <Box sx={{ px: 2.5, py: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2">
            {translate('crm.carrier.title')}
          </Typography>
          <Typography variant="body2" color="textSecondary" role="status">
            {bestPremium(lead) ?? translate('crm.carrier.noPremium')}
          </Typography>
        </Box>
        <Button
          variant="outlined"
          startIcon={<InfoOutlined />}
          onClick={() => {
            setShowsInfo(true);
          }}
        >
          {translate('crm.carrier.info')}
        </Button>
      </Box>
      <Box
        aria-hidden
        sx={(theme) => ({
          ...theme.typography.caption,
          display: 'flex',
          justifyContent: 'space-between',
          maxWidth: 560,
          pb: 0.5,
          color: 'text.secondary',
          fontWeight: 600,
          borderBottom: 1,
          borderColor: 'border.default',
        })}
      >
        <span>{translate('crm.carrier.name')}</span>
        <span>{translate('crm.carrier.price')}</span>
      </Box>
      <RadioGroup
        name={`carrier-of-${lead.id}`}
        aria-label={translate('crm.carrier.choose')}
        value={chosen}
        onChange={(_event, code) => {
          if (denialReason === undefined) selection.mutate(code);
        }}
        sx={{ maxWidth: 560 }}
      >
        {inOrder(rows, order).map((row) => (
          <Row
            key={row.code}
            row={row}
            lead={lead}
            denialReason={denialReason}
            isPremium={row.code === best}
            isChosen={row.code === chosen}
            onSave={(price) => pricing.mutateAsync({ carrier: row.code, price })}
          />
        ))}
      </RadioGroup>
      <Suspense fallback={null}>
        {showsInfo && (
          <CarrierInfoDialog
            onClose={() => {
              setShowsInfo(false);
            }}
          />
        )}
      </Suspense>
    </Box>
  );
}

interface RowProps {
  row: CarrierRow;
  lead: LifeLead;
  denialReason: string | undefined;
  isPremium: boolean;
  isChosen: boolean;
  onSave: (price: number | null) => Promise<unknown>;
}

function Row({ row: { code, name }, lead, denialReason, isPremium, isChosen, onSave }: RowProps) {
  const translate = useCarrierMessages();
  const whyFixed = whyPriceIsFixed(code, lead);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 44,
        py: 0.25,
        borderBottom: 1,
        borderColor: 'border.subtle',
        backgroundColor: isChosen ? 'brand.tint' : undefined,
      }}
    >
      <Tooltip title={denialReason ?? ''} describeChild>
        <FormControlLabel
          value={code}
          control={
            <Radio size="small" slotProps={{ input: { 'aria-disabled': denialReason !== undefined } }} />
          }
          label={name}
          sx={{ flex: 1, minWidth: 0, ml: 0, '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
        />
      </Tooltip>
      {isPremium && <Chip size="small" color="success" label={translate('crm.carrier.isPremium')} />}
      {showsPrice(code, lead) ? (
        <PriceField
          name={name}
          price={lead.price[code]}
          denialReason={
            denialReason ?? (whyFixed === undefined ? undefined : translate('crm.carrier.afterSale'))
          }
          onSave={onSave}
        />
      ) : (
        <Typography variant="body2" color="textSecondary" noWrap sx={{ textAlign: 'right' }}>
          {translate('crm.carrier.onlyGi')}
        </Typography>
      )}
    </Box>
  );
}
