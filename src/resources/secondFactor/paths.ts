/** Where users who must have a second factor set one up before anything else (MFA-7). */
export const secondFactorSetupPath = '/setup/second-factor'
