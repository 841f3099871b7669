import { inject } from 'vitest';
import type { Product } from './setup-product.ts';

/** The product of this journey: those that run at the same time have each their own. */
export function ownProduct(): Product {
  const products = inject('products');
  // Vitest counts its workers from 1; a product that ran before serves them all.
  const product = products[(Number(process.env['VITEST_POOL_ID']) - 1) % products.length];
  if (!product) throw new Error('No product runs for this worker.');
  return product;
}
