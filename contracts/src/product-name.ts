/** How the product calls itself. */
export const productName = 'Ringwell';
