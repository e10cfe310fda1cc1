import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { exportCalls } from '@crm/contracts/resources/call.js';
import { filterValues } from '../lists/filter-values.js';
import { useDownload } from '../downloads/useDownload.js';
import { useCallListMessages } from '../i18n/calls-list.en.js';

/** Downloads all calls that the list has with its filters. */
export function ExportCalls() {
  const translate = useCallListMessages();
  const { total = 0, ...list } = useListContext();
  const download = useDownload();
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadOutlined />}
      disabled={total === 0}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => {
        const { method, path: url } = exportCalls;
        const body = JSON.stringify({ filter: JSON.stringify(filterValues.parse(list.filterValues)) });
        download.mutate({ method, url, body, name: translate('crm.callList.file') });
      }}
    >
      {translate('crm.callList.export')}
    </Button>
  );
}
