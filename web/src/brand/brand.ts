/** What the product is called, beside the title of `index.html`. */
export { productName } from '@crm/contracts/product-name.js';
