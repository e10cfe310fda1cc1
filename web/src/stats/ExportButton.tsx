import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { useDownload } from '../downloads/useDownload.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { useStatsFilters } from './useStatsFilters.js';

/** Downloads all rows that match the filter, in the order of the table. */
export function ExportButton({ endpoint, name }: { endpoint: Endpoint; name: string }) {
  const translate = useStatsMessages();
  const { filters } = useStatsFilters();
  const { sort, total = 0 } = useListContext();
  const download = useDownload();
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadOutlined />}
      disabled={total === 0}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => {
        const { method, path } = endpoint;
        download.mutate({ method, url: path, body: JSON.stringify({ filters, sort }), name });
      }}
    >
      {translate('crm.stats.export')}
    </Button>
  );
}
