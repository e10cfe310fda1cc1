import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { daysLeft } from '@crm/contracts/licences/licence.rules.js';
import { licences, type Licence } from '@crm/contracts/resources/licence.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { useLicenceMessages } from '../i18n/licences.en.js';
import { useSubscribeToRecords } from '../providers/useSubscribe.js';
import { useRight } from '../session/SessionContext.js';

const toCheck = { status: ['to_check'] };
const filtered = `/licences?filter=${encodeURIComponent(JSON.stringify(toCheck))}`;
const hiddenKey = 'licences.hidden';

/** Asks for licences to be checked: whoever keeps licences for those of all agents, an agent for the own ones. */
export default function LicenceBanner() {
  const today = pacificDate(new Date());
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey));
  if (hidden === today) return null;
  return (
    <Notice
      today={today}
      onHide={() => {
        localStorage.setItem(hiddenKey, today);
        setHidden(today);
      }}
    />
  );
}

function Notice({ today, onHide }: { today: string; onHide: () => void }) {
  const translate = useLicenceMessages();
  const mayManage = useRight('licences:manage');
  const list = useGetList<Licence>(
    licences.name,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'until', order: 'ASC' }, filter: toCheck },
    { retry: false },
  );
  useSubscribeToRecords(licences.name, () => void list.refetch());
  const [first] = list.data ?? [];
  if (first === undefined || first.until === null) return null;
  const left = daysLeft(first.until, today);
  const when =
    left < 0
      ? translate('crm.licences.toCheckFirst.ended')
      : translate('crm.licences.toCheckFirst.left', { smart_count: left });
  return (
    <Alert
      severity="warning"
      role="status"
      onClose={onHide}
      closeText={translate('crm.licences.close')}
      sx={{ flex: 'none', alignItems: 'center', borderRadius: 0, '& .MuiAlert-message': { flex: 1 } }}
    >
      <strong>{translate('crm.licences.toCheck', { smart_count: list.total ?? 0 })}.</strong> {when}{' '}
      {mayManage ? (
        <Button component={Link} to={filtered} size="small" sx={{ my: -0.5 }}>
          {translate('crm.licences.review')}
        </Button>
      ) : (
        translate('crm.licences.toCheckOwn')
      )}
    </Alert>
  );
}
