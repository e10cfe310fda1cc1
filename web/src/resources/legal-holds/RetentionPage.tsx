import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import { legalHolds, type LegalHold } from '@crm/contracts/resources/legal-hold.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { HoldActions } from './HoldActions.js';
import { KeepsPlace } from '../../loading/KeepsPlace.js';
import { periodsKey } from './usePeriods.js';
import { PeriodsCard } from './PeriodsCard.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = legalHolds;

/** How long records are stored, and the legal holds that keep them longer. */
export default function RetentionPage() {
  const translate = useRetentionMessages();
  const view = defaultView(legalHolds, {
    Icon: Inventory2Outlined,
    title: translate('crm.retention.title'),
    emptyText: translate('crm.legalHold.emptyText'),
    nameOf: ({ address }: LegalHold) => shownValue(fields.address, address),
    above: (
      <KeepsPlace name="retention" waitsFor={[periodsKey]}>
        <PeriodsCard />
      </KeepsPlace>
    ),
    columns: {
      address: { width: 240 },
      reason: { width: 360, wraps: true },
      by: { width: 160 },
      since: { width: 160 },
    },
    form: ['address', 'reason'],
    dialog: { width: 400, isStrict: true },
    words: {
      add: translate('crm.legalHold.add'),
      addTitle: translate('crm.legalHold.add'),
      create: translate('crm.legalHold.add'),
    },
    rowActions: (hold) => <HoldActions hold={hold} />,
  });
  return <ResourcePage view={view} />;
}
