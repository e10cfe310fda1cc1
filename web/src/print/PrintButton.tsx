import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';

/** Opens the browser's print dialog, which also saves as PDF. */
export const PrintButton = ({ label }: { label: string }) => (
  <Button
    variant="outlined"
    startIcon={<PrintOutlined />}
    onClick={() => {
      window.print();
    }}
  >
    {label}
  </Button>
);
