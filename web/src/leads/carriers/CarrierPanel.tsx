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
import { useCarrierWords } from '../../i18n/carriers.en.js';
import { useReferenceEntries } from '../../reference/useReferenceList.js';
import type { LeadPanelProps } from '../lead-page/lead-tab.js';
import { bestPremium } from '../lead-page/life-facts.js';
import { carriersOfLead, inOrder, openingOrder, type CarrierRow } from './carrier-rows.rules.js';
import { PriceField } from './PriceField.js';
import { useCarrierDeeds } from './useCarrierDeeds.js';
import { lazyPart } from '../../loading/lazy-part.js';

const CarrierInfoDialog = lazyPart(() => import('./CarrierInfoDialog.js'));

/** One row per carrier with its price and the choice of it (lead-work section 2, Carrier tab). */
export default function CarrierPanel({ lead, whyNot }: LeadPanelProps) {
  return lead.type === 'life' ? <Carriers key={lead.id} lead={lead} whyNot={whyNot} /> : null;
}

function Carriers({ lead, whyNot }: { lead: LifeLead; whyNot: string | undefined }) {
  const words = useCarrierWords();
  const entries = useReferenceEntries('carriers');
  const rows = carriersOfLead(entries, lead);
  const [order] = useState(() => openingOrder(rows, lead.price));
  const [showsInfo, setShowsInfo] = useState(false);
  const { pricing, selection } = useCarrierDeeds(lead);
  // The choice shows at once; where it is refused, the stored one stands again.
  const chosen = selection.isPending ? selection.variables : (lead.carrier ?? '');
  const best = lowestPremium(lead.price, lead.rate_class)?.carrier;

  return (
    <Box sx={{ px: 2.5, py: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1.5 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="h2">
            {words('crm.carrier.title')}
          </Typography>
          <Typography variant="body2" color="textSecondary" role="status">
            {bestPremium(lead) ?? words('crm.carrier.noPremium')}
          </Typography>
        </Box>
        <Button
          variant="outlined"
          startIcon={<InfoOutlined />}
          onClick={() => {
            setShowsInfo(true);
          }}
        >
          {words('crm.carrier.info')}
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
        <span>{words('crm.carrier.name')}</span>
        <span>{words('crm.carrier.price')}</span>
      </Box>
      <RadioGroup
        name={`carrier-of-${lead.id}`}
        aria-label={words('crm.carrier.choose')}
        value={chosen}
        onChange={(_event, code) => {
          if (whyNot === undefined) selection.mutate(code);
        }}
        sx={{ maxWidth: 560 }}
      >
        {inOrder(rows, order).map((row) => (
          <Row
            key={row.code}
            row={row}
            lead={lead}
            whyNot={whyNot}
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
  whyNot: string | undefined;
  isPremium: boolean;
  isChosen: boolean;
  onSave: (price: number | null) => Promise<unknown>;
}

function Row({ row: { code, name }, lead, whyNot, isPremium, isChosen, onSave }: RowProps) {
  const words = useCarrierWords();
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
      <Tooltip title={whyNot ?? ''} describeChild>
        <FormControlLabel
          value={code}
          control={<Radio size="small" slotProps={{ input: { 'aria-disabled': whyNot !== undefined } }} />}
          label={name}
          sx={{ flex: 1, minWidth: 0, ml: 0, '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
        />
      </Tooltip>
      {isPremium && <Chip size="small" color="success" label={words('crm.carrier.isPremium')} />}
      {showsPrice(code, lead) ? (
        <PriceField
          name={name}
          price={lead.price[code]}
          whyNot={whyNot ?? (whyFixed === undefined ? undefined : words('crm.carrier.afterSale'))}
          onSave={onSave}
        />
      ) : (
        <Typography variant="body2" color="textSecondary" noWrap sx={{ textAlign: 'right' }}>
          {words('crm.carrier.onlyGi')}
        </Typography>
      )}
    </Box>
  );
}
