import Button from '@mui/material/Button';
import type { CarrierReport } from '@crm/contracts/http/carrier.js';
import { toShown } from '@crm/contracts/phone.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useCarrierMessages } from '../i18n/carrier.en.js';
import { useTranslate } from '../i18n/useTranslate.js';
import type { ListColumn } from '../lists/list-column.js';
import { PanelTable } from '../lists/PanelTable.js';
import { changeRows, type ChangeRow } from './change-rows.rules.js';
import { useMendCarrier } from './useCarrier.js';

/** What would be written to the account, setting by setting, before it is. */
export function MendDialog({ report, onClose }: { report: CarrierReport; onClose: () => void }) {
  const translate = useCarrierMessages();
  const translateShared = useTranslate();
  const mend = useMendCarrier(onClose);
  const rows = changeRows(report.changes);
  return (
    <DialogFrame
      open
      width={900}
      title={translate('crm.carrierAccount.mendTitle')}
      subtitle={translate('crm.carrierAccount.mendText')}
      onClose={mend.isPending ? undefined : onClose}
      actions={
        <>
          <Button variant="outlined" disabled={mend.isPending} onClick={onClose}>
            {translateShared('crm.action.close')}
          </Button>
          <Button
            variant="contained"
            autoFocus
            loading={mend.isPending}
            onClick={() => {
              mend.mutate(report.digest);
            }}
          >
            {translate('crm.carrierAccount.write', { smart_count: rows.length })}
          </Button>
        </>
      }
    >
      <ChangesTable rows={rows} />
    </DialogFrame>
  );
}

function ChangesTable({ rows }: { rows: ChangeRow[] }) {
  const translate = useCarrierMessages();
  const targetOf = ({ target, name, isNew }: ChangeRow) => {
    if (target === 'number' || target === 'sender') return toShown(name);
    const what = translate(`crm.carrierAccount.target.${target}`, { name });
    return isNew ? translate('crm.carrierAccount.target.created', { what }) : what;
  };
  const shown = (value: string) => value || translate('crm.carrierAccount.nothing');
  const columns: ListColumn<ChangeRow>[] = [
    { source: 'what', width: 190, label: translate('crm.carrierAccount.what'), names: true, cell: targetOf },
    {
      ...{ source: 'setting', width: 190, label: translate('crm.carrierAccount.setting') },
      cell: ({ field }) =>
        field === null
          ? translate('crm.carrierAccount.sender')
          : translate(`crm.carrierAccount.field.${field}`),
    },
    {
      ...{ source: 'from', width: 220, label: translate('crm.carrierAccount.now') },
      cell: ({ field, from }) => (field === null ? translate('crm.carrierAccount.notAdded') : shown(from)),
    },
    {
      ...{ source: 'to', width: 250, label: translate('crm.carrierAccount.then') },
      cell: ({ field, to }) => (field === null ? translate('crm.carrierAccount.added') : shown(to)),
    },
  ];
  return (
    <PanelTable<ChangeRow>
      label={translate('crm.carrierAccount.changes')}
      columns={columns}
      query={{ data: rows, error: null, refetch: () => Promise.resolve() }}
      empty={{ title: '', text: '' }}
    />
  );
}
