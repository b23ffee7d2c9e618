/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp2_user_lib.h - POMP2's functions for user regions, as OPARI2's generated sources expect them to be declared.
 * Those with events are in pomp2_lib.h. */
#ifndef POMP2_USER_LIB_H
#define POMP2_USER_LIB_H

#include <opari2/pomp2_lib.h>

typedef OPARI2_Region_handle POMP2_USER_Region_handle;

#ifdef __cplusplus
extern "C" {
#endif

void POMP2_USER_Assign_handle(POMP2_USER_Region_handle *h, const char ctc[]);
extern void POMP2_USER_Init_regions(void);
extern size_t POMP2_USER_Get_num_regions(void);
void POMP2_Init(void);
void POMP2_Finalize(void);
void POMP2_On(void);
void POMP2_Off(void);

#ifdef __cplusplus
}
#endif
#endif
