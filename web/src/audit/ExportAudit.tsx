import { useState } from 'react';
import ArrowDropDownOutlined from '@mui/icons-material/ArrowDropDownOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext } from 'react-admin';
import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { exportAuditEntries } from '@crm/contracts/http/audit.js';
import { useDownload } from '../downloads/useDownload.js';
import { addressOf } from '../http/call-endpoint.js';
import { useAuditMessages } from '../i18n/audit.en.js';
import { auditFilterOf } from './audit-filter.rules.js';

/** Downloads what the list has with its filters: a file for each service, whose chain can be verified with it. */
export function ExportAudit() {
  const translate = useAuditMessages();
  const { total = 0, ...list } = useListContext();
  const download = useDownload();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const fetchFiles = async (services: readonly ServiceName[]) => {
    setAnchor(null);
    const query = auditFilterOf(list.filterValues);
    for (const service of services) {
      await download.mutateAsync({
        method: exportAuditEntries.method,
        url: addressOf(exportAuditEntries, { params: { service }, query }),
        name: translate('crm.audit.file', { service }),
      });
    }
  };
  const choices = [
    { label: translate('crm.audit.exportAll'), services: serviceNames },
    ...serviceNames.map((service) => ({ label: service, services: [service] })),
  ];
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadOutlined />}
        endIcon={<ArrowDropDownOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={total === 0}
        loading={download.isPending}
        loadingPosition="start"
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
        }}
      >
        {translate('crm.audit.export')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => {
          setAnchor(null);
        }}
      >
        {choices.map(({ label, services }) => (
          <MenuItem
            key={label}
            onClick={() => {
              // What fails is said by the download itself; the rest of the files are left.
              fetchFiles(services).catch(() => undefined);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
