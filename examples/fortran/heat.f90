! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! heat.f90 - heat spreads along a rod: a parallel loop for each step of time. pomp-exec measures it as it is:
!
!     gfortran -O2 -g -fopenmp heat.f90 -o heat && pomp-exec ./heat && pomp-report
program heat
  implicit none
  integer, parameter :: cells = 20000, steps = 50
  real(8) :: now(0:cells + 1), next(0:cells + 1)
  integer :: i, step

  now = 0
  now(cells / 2) = 1000
  next = now
  do step = 1, steps
!$omp parallel do
    do i = 1, cells
      next(i) = now(i) + 0.25d0 * (now(i - 1) - 2 * now(i) + now(i + 1))
    end do
    now = next
  end do
  print '(f12.6)', sum(now)
end program
