import { config } from 'zod';

// The content security policy forbids eval, and zod would try it to compile its checks.
config({ jitless: true });
