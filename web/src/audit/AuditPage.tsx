import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useListContext } from 'react-admin';
import { Link as RouterLink, useMatch } from 'react-router-dom';
import type { AuditEntryView } from '@crm/contracts/http/audit.js';
import { FilterChips } from '../filters/FilterChips.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListTools, useDensity } from '../lists/ListTools.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { auditColumns } from './audit-columns.js';
import { auditValuesOf, pickedOf } from './audit-filter.rules.js';
import { auditMeta, maxPaged } from './audit-list.js';
import { AuditFilters } from './AuditFilters.js';
import { EntryDialog } from './EntryDialog.js';
import { ExportAudit } from './ExportAudit.js';
import { useAuditWords } from './useAuditWords.js';

const storeKey = 'audit.columns';
const addressOf = ({ id }: AuditEntryView) => `/audit/${id}`;

/** Who did or opened what, over all services. */
export default function AuditPage() {
  return (
    <ListRoot<AuditEntryView> resource="audit" perPage={25}>
      <AuditLog />
      <OpenEntry />
    </ListRoot>
  );
}

function AuditLog() {
  const words = useAuditWords();
  const { translate } = words;
  const { refetch, ...list } = useListContext<AuditEntryView>();
  const [isDense] = useDensity(storeKey);
  const columns = Object.values(
    auditColumns(words, (entry, sentence) => (
      <Link component={RouterLink} to={addressOf(entry)} underline="hover" sx={{ fontWeight: 600 }}>
        {sentence}
      </Link>
    )),
  );
  const meta = auditMeta.safeParse(list.meta).data;
  const count = (total: number) => {
    const counted = shownCount(meta?.counted ?? total);
    const paged = shownCount(maxPaged);
    if (meta?.hasMore === true) return translate('crm.audit.countMore', { count: counted, paged });
    if ((meta?.counted ?? total) > maxPaged)
      return translate('crm.audit.countPaged', { count: counted, paged });
    return translate('crm.audit.count', { smart_count: total, count: counted });
  };
  return (
    <ListPage<AuditEntryView>
      title={translate('crm.audit.title')}
      count={count}
      actions={
        <>
          <Button variant="outlined" onClick={() => void refetch()}>
            {translate('crm.audit.reload')}
          </Button>
          <ExportAudit />
        </>
      }
      above={
        meta !== undefined &&
        meta.missing.length > 0 && (
          <Alert severity="warning">
            {translate('crm.audit.missing', { services: meta.missing.join(', ') })}
          </Alert>
        )
      }
      filters={<AuditFilters />}
      tools={<ListTools columns={columns} fixed="what" storeKey={storeKey} />}
      columns={columns}
      addressOf={addressOf}
      storeKey={storeKey}
      isDense={isDense}
      failed={translate('crm.audit.failed')}
      skeletonRows={10}
      none={{
        Icon: ManageSearchOutlined,
        title: translate('crm.audit.none'),
        text: translate('crm.audit.noneText'),
      }}
      noneMatch={{ title: translate('crm.audit.noneMatch'), text: translate('crm.audit.noneMatchText') }}
      clearLabel={translate('crm.audit.clear')}
    >
      <WindowChip />
    </ListPage>
  );
}

/** The stretch of time of an alarm, which no date range can show. */
function WindowChip() {
  const { windowOf } = useAuditWords();
  const { setFilters, ...list } = useListContext();
  const { window, ...others } = auditValuesOf(list.filterValues);
  if (window === undefined) return null;
  const remove = () => {
    setFilters(pickedOf(others), undefined, false);
  };
  return <FilterChips groups={[[{ key: 'window', label: windowOf(window), onRemove: remove }]]} />;
}

/** The entry of the address, where the list has it. */
function OpenEntry() {
  const navigate = useNavigate();
  const { data } = useListContext<AuditEntryView>();
  const id = useMatch('/audit/:id')?.params.id;
  const entry = data?.find((each) => each.id === id);
  return entry && <EntryDialog entry={entry} onClose={() => void navigate('/audit')} />;
}
