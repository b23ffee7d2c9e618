program sum_up
  implicit none
  integer :: i
  real(8) :: s
  s = 0
!$omp parallel do reduction(+:s) num_threads(2)
  do i = 1, 1000
    s = s + i
  end do
  print *, s
end program
