import { z } from 'zod';
import { label, timeZone } from './common.ts';

export const companyNameMax = 80;

export const updateCompanyInput = z.object({ name: label(companyNameMax), timeZone });
